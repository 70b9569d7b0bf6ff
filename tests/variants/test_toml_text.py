"""TOML that is written comes back as it was, and a changed value leaves the rest of the text alone."""

import tomllib

import pytest

from legation.variants import data_folder, list_variants, set_toml_values, write_toml


@pytest.mark.parametrize("variant", list_variants())
def test_every_variant_comes_back_as_it_was(variant: str) -> None:
    table = tomllib.loads((data_folder(variant) / "variant.toml").read_text(encoding="utf-8"))
    assert tomllib.loads(write_toml(table)) == table


def test_odd_values_come_back_as_they_were() -> None:
    table = {
        "text": 'a "quoted" \\ line\nand DEL \x7f, NUL \x00',
        "a key": [1, True, "x", ["y"]],
        "empty": {},
        "list": [{"a": 1, "inner": {"b": [{"c": 2}]}}, {}],
    }
    assert tomllib.loads(write_toml(table)) == table


def test_setting_values_keeps_comments() -> None:
    text = 'id = "old"  # the name of it\nversion = 1\n# a note\n\n[calendar]\nid = 5\n'
    changed = set_toml_values(text, {"id": "new-x", "version": 2})
    assert changed == 'id = "new-x"  # the name of it\nversion = 2\n# a note\n\n[calendar]\nid = 5\n'


@pytest.mark.parametrize("text", ['"id" = "old"\nversion = 1\n', 'id = """\nold"""\nversion = 1\n', "version = 1\n"])
def test_values_in_odd_forms_are_set_too(text: str) -> None:
    assert tomllib.loads(set_toml_values(text, {"id": "new", "version": 3})) == {"id": "new", "version": 3}
