import pytest

from legation.judge import Fate, Reason, Result


@pytest.mark.parametrize("kind", [Fate, Reason, Result])
def test_codes_are_lower_case_words_that_say_their_name(kind: type[Fate] | type[Reason] | type[Result]) -> None:
    assert all(code.value == code.name.lower() for code in kind)


def test_the_results_and_fates_are_those_of_the_stateless_judge() -> None:
    """Design section 4: ``result`` is one of these words; a fate that harms takes the place of the result."""
    words = {"succeeds", "fails", "cut", "disrupted", "dislodged", "void", "destroyed"}
    assert {*Result, *Fate} - {Fate.STANDS} == words
