"""Sees to it that the browser tests have a Chromium: the machine's, or Debian's, which it installs.

python scripts/browser.py    install one where there is none, and print where it is
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = "The browser tests need Chromium: install it, or name its program in LEGATION_CHROMIUM."


def find_browser() -> str | None:
    """Where a Chromium is, if there is one. LEGATION_CHROMIUM names another."""
    chosen = os.environ.get("LEGATION_CHROMIUM")
    return chosen or next((path for name in NAMES if (path := shutil.which(name))), None)


def install_browser() -> None:
    """Install Debian's package; needs the rights to do so."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    is_root = os.geteuid() == 0
    if apt is None or not (is_root or sudo):
        sys.exit(ADVICE)
    rights = [] if is_root else [str(sudo), "-n"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        done = subprocess.run([*rights, apt, *command], check=False, env=environment, stdout=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(ADVICE)


if __name__ == "__main__":
    if find_browser() is None:
        install_browser()
    print(find_browser())
