import pytest

from legation.errors import UnknownNameError
from legation.variants import load_variant


def test_an_unknown_power_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_variant("standard").parse_power("Spain")
    assert caught.value.what == "power"
    assert set(caught.value.candidates) == set(load_variant("standard").powers)


def test_the_names_of_powers_are_folded() -> None:
    names = load_variant("standard").power_names
    assert names["greatbritain"] == "ENGLAND"
    assert all(name == name.casefold() and name.isalnum() for name in names)
