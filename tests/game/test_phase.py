import pytest

from legation.errors import RequestError
from legation.game import next_phase, parse_phase


@pytest.mark.parametrize("text", ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1M"])
def test_a_phase_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_phase(text)) == text


@pytest.mark.parametrize("text", ["", "X1901M", "S1901A", "W1901M", "1901", "S19011M", "spring 1901"])
def test_what_is_no_phase_is_named(text: str) -> None:
    with pytest.raises(RequestError, match="is not a phase"):
        parse_phase(text)


def test_the_year_runs_from_spring_to_winter() -> None:
    phase = parse_phase("S1901M")
    seen = []
    for must_retreat in (True, False, False, False, False):
        phase = next_phase(phase, must_retreat=must_retreat)
        seen.append(str(phase))
    assert seen == ["S1901R", "F1901M", "W1901A", "S1902M", "F1902M"]
