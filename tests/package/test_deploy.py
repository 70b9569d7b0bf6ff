"""The files for hosts and contributors: they parse, name what exists, and agree with the settings."""

import configparser
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from legation import __version__
from legation.server.base.settings import load_settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def list_known_settings() -> set[str]:
    """Every variable that the page of settings has."""
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    return set(re.findall(r"`((?:LEGATION|SMTP|DATABASE)_[A-Z_]+)`", page))


def test_the_compose_file_sets_only_settings_that_exist() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yml").read_text(encoding="utf-8"))
    names = set(compose["services"]["legation"]["environment"])
    assert names <= list_known_settings()


def test_the_compose_file_shows_only_the_proxy_to_the_outside() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yml").read_text(encoding="utf-8"))["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_the_example_environment_has_every_variable_that_the_compose_file_asks_for() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yml").read_text(encoding="utf-8")))
    given = set(re.findall(r"(?m)^([A-Z_]+)=", (DEPLOY / "example.env").read_text(encoding="utf-8")))
    assert asked == given


def test_empty_settings_of_the_compose_file_are_defaults() -> None:
    settings = load_settings({"SMTP_HOST": "", "SMTP_USER": "", "SMTP_PASSWORD": "", "SMTP_FROM": ""})
    assert settings.mail.host is None


@pytest.mark.parametrize("stage", re.findall(r"--from=(\w+)", (DEPLOY / "Containerfile").read_text(encoding="utf-8")))
def test_the_container_file_copies_from_stages_that_it_has(stage: str) -> None:
    stages = re.findall(r"(?m)^FROM \S+ AS (\w+)", (DEPLOY / "Containerfile").read_text(encoding="utf-8"))
    assert stage in stages


def test_the_container_file_copies_all_that_the_pages_import_from_outside_their_folder() -> None:
    stage = (DEPLOY / "Containerfile").read_text(encoding="utf-8").partition(" AS pages\n")[2].partition("\nFROM ")[0]
    copied = {source for line in re.findall(r"(?m)^COPY (.+) \S+$", stage) for source in line.split()}
    imported = {
        (file.parent / path).resolve().relative_to(ROOT)
        for file in (ROOT / "web" / "src").rglob("*")
        if file.suffix in (".ts", ".svelte") and not file.name.endswith(".test.ts")
        for path in re.findall(r'from "((?:\.\./)+[^"]+)"', file.read_text(encoding="utf-8"))
    }
    outside = {str(path) for path in imported if path.parts[0] != "web"}
    assert outside
    assert outside <= copied


def test_the_service_keeps_its_data_where_it_may_write() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign] # names of settings have capitals
    unit.read(DEPLOY / "legation.service", encoding="utf-8")
    service = unit["Service"]
    assert service["StateDirectory"] == "legation"
    assert service["Environment"] == "LEGATION_DATA=/var/lib/legation"
    assert service["ExecStart"].endswith("legation serve")


@pytest.mark.parametrize("file", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda file: file.name)
def test_workflows_and_templates_are_yaml(file: Path) -> None:
    assert isinstance(yaml.safe_load(file.read_text(encoding="utf-8")), dict)


def test_the_workflow_runs_what_the_readme_promises() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert "run: make test" in workflow


def test_the_version_is_written_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    files = [ROOT / "pyproject.toml", ROOT / "web" / "package.json", ROOT / "CITATION.cff"]
    assert [file.name for file in files if f'"{__version__}"' in file.read_text(encoding="utf-8")] == []
