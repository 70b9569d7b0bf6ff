"""Provides Chromium for the browser tests: the machine's own, or Debian's, which it installs.

python scripts/browser.py    install it if there is none, and print its path
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first has no window at all; tests take half as long with it."""
PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages; not every release has the first."""
ADVICE = "The browser tests need Chromium: install it, or name its program in LEGATION_CHROMIUM."


def find_browser() -> str | None:
    """The path of Chromium, if there is one. LEGATION_CHROMIUM names another."""
    chosen = os.environ.get("LEGATION_CHROMIUM")
    return chosen or next((path for name in NAMES if (path := shutil.which(name))), None)


def install_browser() -> None:
    """Install one of Debian's packages, as root or with sudo."""
    apt, sudo = shutil.which("apt-get"), shutil.which("sudo")
    is_root = os.geteuid() == 0
    if apt is None or not (is_root or sudo):
        sys.exit(ADVICE)
    rights = [] if is_root else [str(sudo), "-n"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def succeeds(*command: str) -> bool:
        done = subprocess.run([*rights, str(apt), *command], check=False, env=environment, stdout=subprocess.DEVNULL)
        return done.returncode == 0

    options = ("-y", "-qq", "--no-install-recommends")
    if not (succeeds("update", "-qq") and any(succeeds("install", *options, package) for package in PACKAGES)):
        sys.exit(ADVICE)


if __name__ == "__main__":
    if find_browser() is None:
        install_browser()
    print(find_browser())
