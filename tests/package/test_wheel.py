"""The package as others install it: built from this tree, put into an empty environment, used outside the tree."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Collection, Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from playwright.sync_api import Browser

ROOT = Path(__file__).parents[2]
PIP = ["-m", "pip", "--quiet", "--disable-pip-version-check"]
NODE = ("node", "npm")
REQUEST = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}


def list_needed(package: Distribution, extras: Collection[str]) -> set[str]:
    """The packages that one needs, and those that they need in turn."""
    found: set[str] = set()
    waiting = [(package, extra) for extra in ("", *extras)]
    seen: set[tuple[str, str]] = set()
    while waiting:
        package, extra = waiting.pop()
        for line in package.requires or ():
            wanted = Requirement(line)
            if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
                continue
            needed = distribution(wanted.name)
            assert wanted.specifier.contains(needed.version, prereleases=True), f"{line}: {needed.version} is here"
            found.add(needed.name)
            more = {(needed.name, inner) for inner in ("", *wanted.extras)} - seen
            seen |= more
            waiting += [(distribution(name), inner) for name, inner in more]
    return found


class Installed:
    """A virtual environment with the wheel in it, and a folder outside the tree to work in."""

    def __init__(self, folder: Path, wheel: Path, extras: Collection[str] = ()) -> None:
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"
        # A path to this tree would hide what is missing from the wheel.
        self.environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        # Nothing that is installed may call npm, or find in a home what an earlier version left there.
        programs = [
            part
            for part in os.environ["PATH"].split(os.pathsep)
            if not any((Path(part) / name).exists() for name in NODE)
        ]
        self.environment |= {"PATH": os.pathsep.join(programs), "HOME": str(folder)}
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
        # This environment's pip fills the other one, and compiles nothing ahead: most of it is never imported.
        install = [sys.executable, *PIP, "--python", str(self.python), "install", "--no-compile", "--no-deps"]
        subprocess.run([*install, str(wheel)], check=True, env=self.environment)
        self._link_needed(extras)

    def _link_needed(self, extras: Collection[str]) -> None:
        """Link what the package says that it needs, and nothing else, from this environment: pip would take long."""
        (place,) = (self.folder / "venv").glob("lib/python*/site-packages")
        (own,) = distributions(name="legation", path=[str(place)])
        for name in list_needed(own, extras):
            for file in distribution(name).files or ():
                top = place / file.parts[0]
                if file.parts[0] not in ("..", "__pycache__") and not top.exists():
                    top.symlink_to(Path(str(distribution(name).locate_file(file.parts[0]))).resolve())

    def run(self, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run the command ``legation``."""
        command = [str(self.python.parent / "legation"), *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, input=text, capture_output=True, text=True, check=False
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, *PIP, "wheel", "--no-deps", "-w", str(folder), str(ROOT)], check=True)
    return next(folder.glob("legation-*.whl"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Installed:
    """The package without extras."""
    return Installed(tmp_path_factory.mktemp("plain"), wheel)


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Installed:
    """The package with what draws for print, forges boards and serves."""
    return Installed(tmp_path_factory.mktemp("workshop"), wheel, ("print", "forge", "server"))


@pytest.fixture(scope="module")
def served(workshop: Installed) -> Iterator[str]:
    """The address of a server that runs from the package."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(workshop.python.parent / "legation"), "serve", "--port", str(port), "--data", "kept"]
    with subprocess.Popen(command, cwd=workshop.folder, env=workshop.environment) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(url)
            yield url
        finally:
            process.terminate()


def _wait_for(url: str) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{url}/api/v1/health", timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    pytest.fail("the server did not come up")


def test_the_laboratory_needs_no_other_extra(tmp_path: Path, wheel: Path) -> None:
    laboratory = Installed(tmp_path, wheel, ("sim",))
    played = laboratory.run("simulate", "standard", "--games", "1", "--years", "1", "--jobs", "1")
    assert played.returncode == 0, played.stderr
    told = laboratory.run("balance", "standard-games")
    assert told.returncode == 0, told.stderr
    assert (tmp_path / "standard-games" / "balance-pictures" / "standard-board.png").read_bytes()[:4] == b"\x89PNG"


@pytest.mark.soak
def test_pip_fetches_what_the_package_needs(tmp_path: Path, wheel: Path) -> None:
    plain = Installed(tmp_path, wheel)
    for link in plain.python.parent.parent.glob("lib/python*/site-packages/*"):
        if link.is_symlink():
            link.unlink()
    install = [sys.executable, *PIP, "--python", str(plain.python), "install", f"{wheel}[print,forge,server]"]
    subprocess.run(install, check=True, env=plain.environment)
    assert json.loads(plain.run("judge", text=json.dumps(REQUEST)).stdout)["units"]["FRANCE"] == ["A BUR"]
    assert plain.run("draw", "standard", "board.png").returncode == 0


def test_the_plain_package_judges(plain: Installed) -> None:
    done = plain.run("judge", text=json.dumps(REQUEST))
    assert json.loads(done.stdout)["units"]["FRANCE"] == ["A BUR"]


def test_the_plain_package_runs_a_game_in_a_folder(plain: Installed) -> None:
    assert plain.run("game", "new", "colonia-iii", "mine").returncode == 0
    assert plain.run("game", "orders", "mine", "-", "--power", "FRANCE", text="A PAR - BUR\n").returncode == 0
    assert plain.run("game", "advance", "mine").returncode == 0
    assert "Burgundy" in plain.run("report", "mine").stdout


def test_the_plain_package_draws_a_board(plain: Installed) -> None:
    done = plain.run("draw", "standard", "board.svg")
    assert done.returncode == 0, done.stderr
    assert (plain.folder / "board.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["serve"], "server"),
        (["admin", "accounts"], "server"),
        (["draw", "standard", "board.png"], "print"),
        (["draw", "standard", "board.pdf"], "print"),
        (["simulate", "standard"], "sim"),
        (["balance", "."], "sim"),
        (["forge", ".", "out"], "forge"),
        (["audit", "standard"], "forge"),
    ],
)
def test_a_missing_extra_is_one_sentence(plain: Installed, command: list[str], extra: str) -> None:
    done = plain.run(*command)
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert f"pip install 'legation[{extra}]'" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_package_draws_with_fonts_of_its_own(workshop: Installed) -> None:
    for name in ("board.png", "board.pdf"):
        done = workshop.run("draw", "standard", name)
        assert done.returncode == 0, done.stderr
        assert done.stderr == "Fonts: EB Garamond and Source Sans 3.\n"
    assert (workshop.folder / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (workshop.folder / "board.pdf").read_bytes().startswith(b"%PDF")


def test_the_package_forges_a_board_on_coastlines_of_its_own(workshop: Installed) -> None:
    done = workshop.run("forge", str(ROOT / "gazetteer" / "cline-9-man-vii"), "cline")
    assert done.returncode == 0, done.stderr
    committed = ROOT / "src" / "legation" / "variants" / "data" / "cline_9_man_vii"
    for name in ("spaces.csv", "borders.csv", "shapes.json"):
        assert (workshop.folder / "cline" / name).read_bytes() == (committed / name).read_bytes()


def test_the_licences_of_fonts_and_coastlines_are_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    licences = {name.rpartition("legation/")[2] for name in names if name.endswith("LICENSE.txt")}
    assert licences == {
        "render/files/typefaces/EBGaramond-LICENSE.txt",
        "render/files/typefaces/SourceSans3-LICENSE.txt",
        "forge/world_atlas/LICENSE.txt",
    }


def test_the_installed_server_shows_its_pages_in_a_browser(served: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(served)
    page.get_by_role("heading").first.wait_for()
    assert "Legation" in page.title()
    page.close()
