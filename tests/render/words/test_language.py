"""The catalogue: a sentence for every code, no sentence without one, and room for a second language."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from string import Formatter

import pytest

from legation import Game
from legation.board import LocationId, PowerId, UnitKind
from legation.errors import DataError
from legation.game import TurnKind, VoteFault
from legation.judge import Finding, Outcome, Reason, Result, Strengths
from legation.orders import Convoy, Fault, Hold, Move, Piece, Refusal, Rejection, SupportMove
from legation.orders.vocabulary import Misreading
from legation.render import words
from legation.render.words import (
    ENGLISH,
    WRITERS,
    Catalogue,
    Language,
    check_language,
    load_language,
    report_game,
    word_outcome,
    word_rejection,
)
from legation.render.words.language import CATALOGUES, list_placeholders, uncapitalize
from legation.render.words.outcomes import CASES, PLACEHOLDERS
from legation.render.words.phrases import name_with_article
from legation.server.mail.notice_kinds import NoticeKind
from legation.variants import Variant, list_variants, load_variant
from tests.game.games import busy_game

SOURCE = Path(words.__file__).parent
FRANCE = PowerId("FRANCE")
PARIS = Piece(UnitKind.ARMY, LocationId("PAR"))
BURGUNDY = LocationId("BUR")
HOLD, MOVE = Hold(PARIS), Move(PARIS, BURGUNDY)
SUPPORT, CONVOY = SupportMove(PARIS, PARIS, BURGUNDY), Convoy(PARIS, PARIS, BURGUNDY)


def keys_under(table: str) -> set[str]:
    """The codes of one table of the catalogue."""
    return {key.split(".")[1] for key in ENGLISH.texts if key.startswith(f"{table}.")}


def test_every_reason_and_every_fault_has_its_sentence_and_no_other_has_one() -> None:
    assert keys_under("outcomes") == {reason.value for reason in Reason}
    assert keys_under("refusals") == {fault.value for fault in Fault}
    assert keys_under("votes") == {fault.value for fault in VoteFault} | {"hints"}
    assert keys_under("hints") <= {fault.value for fault in Fault} | {"possible"}


def test_every_reason_and_every_fault_has_the_rule_behind_it() -> None:
    rules = {key for key in ENGLISH.texts if key.startswith("rules.")}
    wanted = {f"rules.outcomes.{reason.value}" for reason in Reason}
    wanted |= {f"rules.refusals.{fault.value}" for fault in Fault}
    assert rules == wanted | {"rules.cited", "rules.uncited"}


def test_every_placeholder_of_an_outcome_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "reasons.md").read_text(encoding="utf-8")
    table = page[page.index("| placeholder in `outcomes`") :]
    assert set(re.findall(r"`\{(\w+)\}`", table.partition("\n\n")[0])) == set(PLACEHOLDERS)


def test_every_way_to_misread_a_line_has_its_sentence() -> None:
    names = {"unknown_space", "unknown_coast", "unknown_power", "ambiguous_name", "impassable", "earlier"}
    assert keys_under("unreadable") == {why.value for why in Misreading} | names


def test_every_form_of_a_sentence_is_there() -> None:
    for reason in Reason:
        forms = [f".{case}" for case in CASES[reason][1]] if reason in CASES else [""]
        found = [key for key in ENGLISH.texts if re.match(rf"outcomes\.{reason.value}(\.|$)", key)]
        assert sorted(found) == sorted(f"outcomes.{reason.value}{form}" for form in forms)


def test_sentences_on_outcomes_use_only_placeholders_that_are_known() -> None:
    for key, text in ENGLISH.texts.items():
        if key.startswith("outcomes."):
            assert {uncapitalize(name) for name in list_placeholders(text)} <= set(PLACEHOLDERS), key


@pytest.mark.parametrize(
    "table", ["outcomes", "refusals", "rules.outcomes", "rules.refusals", "votes", "hints", "http"]
)
def test_sentences_are_whole(table: str) -> None:
    for key, text in ENGLISH.texts.items():
        if key.startswith(f"{table}."):
            assert re.match(r"[A-Z{]", text), key
            assert text.endswith((".", "?")), key
            assert "!" not in text, key


def test_every_kind_of_turning_point_has_its_sentence() -> None:
    assert keys_under("turning_points") == {kind.value for kind in TurnKind}


def test_no_text_is_unused() -> None:
    package = SOURCE.parent.parent
    code = "\n".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py"))
    by_code = (
        "outcomes",
        "refusals",
        "http",  # see tests/server/base/test_refusals.py
        "hints",
        "rules",
        "votes",
        "closed_sites",
        "closed_retreats",
        "closed_kinds",
        "cautions",
        "unreadable",
        "no_retreat",
        "tones",  # see tests/server/talking/test_wording.py
    )
    by_name = (
        "kinds",
        "coasts",
        "centres",
        "phases",
        "places_voted",
        "schemes",
        "explanations",
        "board",
        "goals",
        "turning_points",
    )
    named = set(re.findall(r"""["']([\w.-]+)["']""", code))
    begins = {found for found in re.findall(r"""f["']([\w.-]+)\{""", code) if "." in found}
    for key in ENGLISH.texts:
        table, _, rest = key.partition(".")
        if table == "language" or table in (*by_code, *by_name):
            continue
        if table == "mail" and rest.split(".")[0] in set(NoticeKind):
            continue  # letters about an account have their texts by their kind
        # A text is named whole, by the name of its group, or by the beginning of either.
        group = key.rpartition(".")[0]
        is_begun = any(key.startswith(begun) or group.startswith(begun) for begun in begins)
        assert key in named or group in named or is_begun, key


def test_every_kind_of_unit_has_a_name() -> None:
    assert keys_under("kinds") == {kind.value for kind in UnitKind} | {"unknown"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Polynesia", "Polynesia"),
        ("Melanesia", "Melanesia"),
        ("Fernando Po", "Fernando Po"),
        ("Hudson Bay", "Hudson Bay"),
        ("Gibraltar", "Gibraltar"),
        ("Canaries", "the Canaries"),
        ("Bay of Bengal", "the Bay of Bengal"),
        ("North Sea", "the North Sea"),
        ("Mid-Atlantic", "the Mid-Atlantic"),
        ("The Gates", "the Gates"),
        ("Isle of Cloves", "the Isle of Cloves"),
        ("Fogbank Isle", "Fogbank Isle"),
        ("Off-board box of PO1", "the off-board box of PO1"),
        ("Ruhr", "the Ruhr"),
        ("Paris", "Paris"),
        ("Papal States", "the Papal States"),
    ],
)
def test_names_take_an_article_where_english_has_one(name: str, told: str) -> None:
    assert name_with_article(name) == told


@pytest.mark.parametrize("variant", list_variants())
def test_every_space_of_every_board_reads_well_inside_a_sentence(variant: str) -> None:
    for space in load_variant(variant).board.spaces.values():
        told = name_with_article(space.name)
        assert not re.search(r"\b[Tt]he [Tt]he\b", told)
        if re.search(r"\b(Sea|Ocean|Strait|Straits|Channel|Gulf|Islands|Bight|Desert|Indies)$", space.name):
            assert told == f"the {space.name}"
        if re.match(r"(Gulf|Bay|Sea|Isle|Straits?) of ", space.name):
            assert told == f"the {space.name}"
        if re.search(r"(nesia|Bay|Sound|Isle)$", space.name):
            assert told == space.name


def test_lists_are_joined_without_repeating_anything() -> None:
    assert ENGLISH.join_and(["a"]) == "a"
    assert ENGLISH.join_and(["a", "b", "c"]) == "a, b and c"
    assert ENGLISH.join_or(["MC2", "MC4", "MC2"]) == "MC2 or MC4"
    assert ENGLISH.join_or([f"S{number}" for number in range(20)]).endswith("S6, S7 or others")


def test_a_capital_placeholder_begins_with_a_capital() -> None:
    language = Language(lambda: Catalogue({"a": "{Who} and {who}: 100%"}, {}))
    assert language.fill("a", who="the army") == "The army and the army: 100%"


def test_a_translation_is_checked_against_the_original(tmp_path: Path) -> None:
    text = (CATALOGUES / "en.toml").read_text(encoding="utf-8")
    toy = tmp_path / "toy.toml"
    toy.write_text(text.replace('held = "{Unit} held."', 'held = "{Unit} and {nobody} stayed."\nflew = "It flew."'))
    assert check_language(load_language(toy), ENGLISH) == [
        "outcomes.held: unknown placeholder {nobody}",
        "unknown: outcomes.flew",
    ]
    toy.write_text(text.replace('built = "{Unit} was built."\n', ""))
    assert check_language(load_language(toy), ENGLISH) == ["missing: outcomes.built"]
    toy.write_text("not = [toml")
    with pytest.raises(DataError):
        load_language(toy)


def translate(text: str) -> str:
    """A toy language: every letter of ours is an x; what is filled in stays."""
    return "".join(f"{re.sub('[A-Za-z]', 'x', literal)}{{{name}}}" if name else re.sub("[A-Za-z]", "x", literal)
                   for literal, name, _, _ in Formatter().parse(text))  # fmt: skip


TOY = Language(lambda: Catalogue({key: translate(text) for key, text in ENGLISH.texts.items()}, ENGLISH.words))


def list_words(text: str, variant: Variant) -> set[str]:
    """The English words in a text, apart from names, codes and orders."""
    names = [*(space.name for space in variant.board.spaces.values()), *(x.name for x in variant.powers.values())]
    for name in sorted(names, key=len, reverse=True):  # the Gulf of California before California
        text = text.replace(name, "").replace(uncapitalize(name), "")
    return set(re.findall(r"\b(?!x+\b)[a-z]{2,}\b", text))


@pytest.mark.parametrize("form", WRITERS)
def test_a_second_language_leaves_no_english_in_a_report(form: str) -> None:
    game = busy_game()
    report = report_game(game.variant, game.view("FRANCE"), "all", TOY)
    told = WRITERS[form](report, TOY)
    markup = {"code", "section", "ul", "li", "td", "tr", "th", "table", "list", "amp", "gt", "lt", "quot"}
    written = {"nonsense", "is", "ill", "draw", "civil", "disorder", "begins"}  # notes and orders
    assert list_words(told, game.variant) <= written | markup


@pytest.mark.parametrize("variant", list_variants())
def test_a_second_language_leaves_no_english_in_any_variant(variant: str) -> None:
    game = Game.new(variant, modules=["gigaton-bomb"])
    for power in game.variant.powers:
        game.set_orders(power, [*[f"{unit} H" for unit in game.units[power]][:2], "nonsense"])
    game.advance()
    report = report_game(game.variant, game.view(None), None, TOY)
    assert list_words(WRITERS["text"](report, TOY), game.variant) <= {"nonsense"}


def test_a_second_language_leaves_no_english_in_sentences() -> None:
    variant = load_variant("standard")
    for reason in Reason:
        for order in (HOLD, MOVE, SUPPORT, CONVOY):
            outcome = Outcome(FRANCE, order, Finding(Result.FAILS, reason, (MOVE,)), None, Strengths(1, 1, 1, 1))
            if reason in (Reason.BOMB_STRUCK, Reason.CARRIER_DISLODGED) or not hasattr(order, "target"):
                continue
            assert list_words(word_outcome(variant.board, outcome, TOY), variant) == set()
    for fault in Fault:
        refused = Rejection(FRANCE, "A PAR - BUR", Refusal(fault, ("PIC",)))
        assert list_words(word_rejection(refused, TOY), variant) == set()


@pytest.mark.parametrize("file", [file.name for file in CATALOGUES.iterdir()])
def test_every_catalogue_is_whole(file: str) -> None:
    assert check_language(load_language(CATALOGUES / file), ENGLISH) == []
    assert tomllib.loads((CATALOGUES / file).read_text(encoding="utf-8"))["language"]


def test_the_catalogue_is_read_when_the_first_sentence_is_wanted() -> None:
    script = (
        "import legation; from legation.render.words import ENGLISH; before = '_catalogue' in vars(ENGLISH);"
        "ENGLISH.fill('outcomes.held', unit='the army'); print(before, '_catalogue' in vars(ENGLISH))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
