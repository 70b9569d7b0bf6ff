"""Votes through every door that takes them: the library, a game folder, a hosted game, and a game at the table."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from httpx2 import Response

from legation import Game
from legation.board import PowerId
from legation.cli.ballot import Ballot
from legation.cli.main import app
from legation.errors import LegationError
from legation.game import GameState, Proposal, VoteRefusal, format_places, parse_places, scheme_of
from legation.render.words import (
    word_ending,
    word_places,
    word_placings,
    word_tally,
    word_tally_in_full,
    word_vote_refusal,
)
from legation.server.store.tables import notices
from tests.doors.doors import RUNNER
from tests.server.kit import Server, make_server, make_tables
from tests.server.matches import Match
from tests.server.matches import host as host_match

YES, NO, BACK = "yes", "no", "none"
VOTES = {YES: True, NO: False, BACK: None}


class Act(NamedTuple):
    """What a power does: ``propose`` places, ``withdraw`` a proposal, or vote ``yes``, ``no``, ``none`` on one."""

    power: str
    verb: str
    what: str
    refused: str = ""
    """The code of the refusal, if it is one."""


class Session(NamedTuple):
    """What is proposed and voted in the first phase, and what must come of it, by hand."""

    name: str
    variant: str
    acts: list[Act]
    phases: int = 1
    """How many phases are judged then."""
    ending: str = ""
    """The powers that win or share, where the game ends by it."""


def all_vote(variant: str, proposal: str, vote: str = YES, *, but: tuple[str, ...] = ()) -> list[Act]:
    return [Act(power, vote, proposal) for power in Game.new(variant).variant.powers if power not in but]


FIRST = "S1901M.1"
EARLY = "S1751M.1"
SESSIONS = [
    Session(
        "a draw that all want ends the game at once",
        "standard",
        [Act("FRANCE", "propose", "draw"), *all_vote("standard", FIRST)],
        ending="AUSTRIA ENGLAND FRANCE GERMANY ITALY RUSSIA TURKEY",
    ),
    Session(
        "one vote against a draw is enough",
        "standard",
        [
            Act("FRANCE", "propose", "draw"),
            *all_vote("standard", FIRST, but=("ITALY",)),
            Act("ITALY", NO, FIRST),
        ],
    ),
    Session(
        "silence is no vote for a draw",
        "standard",
        [Act("FRANCE", "propose", "draw"), *all_vote("standard", FIRST, but=("ITALY",))],
    ),
    Session(
        "a vote that is changed and one that is taken back",
        "standard",
        [
            Act("FRANCE", "propose", "draw"),
            *all_vote("standard", FIRST),
            Act("TURKEY", NO, FIRST),
            Act("TURKEY", YES, FIRST),
            Act("RUSSIA", BACK, FIRST),
        ],
    ),
    Session(
        "a withdrawn draw is not counted, and its number is not used again",
        "standard",
        [
            Act("FRANCE", "propose", "draw"),
            *all_vote("standard", FIRST),
            Act("GERMANY", "withdraw", FIRST, "not_the_proposer"),
            Act("FRANCE", "withdraw", FIRST),
            Act("ITALY", YES, FIRST, "no_such_proposal"),
            Act("FRANCE", "withdraw", FIRST, "no_such_proposal"),
            Act("GERMANY", "propose", "draw"),
            Act("GERMANY", YES, "S1901M.2"),
        ],
    ),
    Session(
        "what cannot be proposed by the rulebook",
        "standard",
        [
            Act("FRANCE", "propose", "FRANCE + GERMANY", "draw_is_shared_by_all"),
            Act("FRANCE", "propose", "FRANCE > GERMANY", "no_placings"),
            Act("FRANCE", "propose", "FRANCE + FRANCE", "named_twice"),
            Act("FRANCE", "propose", "AUSTRIA + ENGLAND + FRANCE + GERMANY + ITALY + RUSSIA + TURKEY"),
            Act("ITALY", "propose", "draw", "proposed_already"),
            Act("ITALY", YES, "S1901M.7", "no_such_proposal"),
        ],
    ),
    Session(
        "the id of a proposal in small letters",
        "standard",
        [
            Act("FRANCE", "propose", "draw"),
            Act("ITALY", YES, FIRST.lower()),
            Act("FRANCE", "withdraw", FIRST.lower()),
        ],
    ),
    Session(
        "Colonia III: a concession waits for Winter, and votes stay hidden until then",
        "colonia-iii",
        [
            Act("FRANCE", "propose", "FRANCE"),
            *all_vote("colonia-iii", EARLY, but=("SPAIN",)),
            Act("SPAIN", NO, EARLY),
            Act("SPAIN", "propose", "SPAIN > FRANCE", "no_placings"),
        ],
        phases=3,
        ending="FRANCE",
    ),
    Session(
        "Colonia III: the rulebook's draw ends the game in Spring if nobody is against it",
        "colonia-iii",
        [Act("FRANCE", "propose", "draw"), *all_vote("colonia-iii", EARLY)],
        ending="all",
    ),
    Session(
        "Colonia VII: of two carried proposals the one with more votes wins",
        "colonia-vii",
        [
            Act("FRANCE", "propose", "SPAIN > FRANCE"),
            Act("SPAIN", "propose", "FRANCE + SPAIN"),
            *all_vote("colonia-vii", EARLY, but=("FRANCE",)),
            Act("FRANCE", NO, EARLY),
            *all_vote("colonia-vii", "S1751M.2"),
        ],
        phases=3,
        ending="FRANCE SPAIN",
    ),
    Session(
        "Colonia III: six of eight powers, 36 of 48 centres, are two thirds and more",
        "colonia-iii",
        [Act("FRANCE", "propose", "FRANCE + SPAIN"), *all_vote("colonia-iii", EARLY, but=("RUSSIA", "AUSTRIA"))],
        phases=3,
        ending="FRANCE SPAIN",
    ),
    Session(
        "Colonia III: five of eight powers, 30 of 48 centres, are not",
        "colonia-iii",
        [
            Act("FRANCE", "propose", "FRANCE + SPAIN"),
            *all_vote("colonia-iii", EARLY, but=("RUSSIA", "AUSTRIA", "ENGLAND")),
        ],
        phases=3,
    ),
    Session(
        "Colonia VII: 34 of 45 centres are just three quarters, and the places are any combination",
        "colonia-vii",
        [
            Act("FRANCE", "propose", "SPAIN > FRANCE + CHINA > PORTUGAL"),
            *all_vote("colonia-vii", EARLY, but=("RUSSIA", "AUSTRIA")),
        ],
        phases=3,
        ending="SPAIN",
    ),
    Session(
        "Colonia VII: 30 of 45 centres are too few",
        "colonia-vii",
        [
            Act("FRANCE", "propose", "SPAIN > FRANCE + CHINA > PORTUGAL"),
            *all_vote("colonia-vii", EARLY, but=("ENGLAND", "OTTOMAN", "AUSTRIA")),
        ],
        phases=3,
    ),
    Session(
        "Colonia VII: too many proposals of one power",
        "colonia-vii",
        [
            *(Act("FRANCE", "propose", name) for name in ("SPAIN", "FRANCE", "RUSSIA", "FRANCE > SPAIN", "draw")),
            Act("FRANCE", "propose", "SPAIN > FRANCE", "too_many"),
            Act("FRANCE", "withdraw", "S1751M.3"),
            Act("FRANCE", "propose", "SPAIN > FRANCE"),
            Act("SPAIN", YES, "S1751M.6"),
        ],
    ),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("votes")
    make_tables(f"sqlite:///{folder / 'test.db'}")
    made = make_server(folder)
    with made.client():
        yield made


def act_in_library(game: Game, act: Act) -> Proposal | VoteRefusal:
    if act.verb == "propose":
        return game.propose(act.power, act.what)
    if act.verb == "withdraw":
        return game.withdraw_proposal(act.power, act.what)
    return game.vote(act.power, VOTES[act.verb], act.what)


def act_in_folder(folder: str, act: Act) -> tuple[int, str]:
    """The exit code of the command, and what it prints, in one line."""
    words = {
        "propose": ["propose", folder, act.power, act.what],
        "withdraw": ["withdraw-proposal", folder, act.power, act.what],
    }.get(act.verb, ["vote", folder, act.power, act.verb, act.what])
    done = RUNNER.invoke(app, ["game", *words])
    said = done.output if done.exit_code == 0 or not isinstance(done.exception, LegationError) else str(done.exception)
    return done.exit_code, re.sub(r"\s+", " ", said)


def act_on_server(match: Match, game: Game, act: Act) -> Response:
    client = match.players[act.power]
    if act.verb == "propose":
        places = [list(group) for group in parse_places(game.variant, act.what)]
        return client.post(match.path("/votes"), json={"places": places})
    if act.verb == "withdraw":
        return client.delete(match.path(f"/votes/{act.what}"))
    return client.put(match.path(f"/votes/{act.what}"), json={"vote": VOTES[act.verb]})


def act_at_the_table(game: Game, act: Act) -> str:
    """``legation play`` votes for its proposer at once; that vote is taken back here."""
    ballot = Ballot(game, PowerId(act.power))
    if act.verb == "propose":
        said = ballot.propose(act.what)
        if "+" in said[:4]:
            game.vote(act.power, None, game.state.open_proposals[-1].id)
        return said
    return ballot.withdraw(act.what) if act.verb == "withdraw" else ballot.vote(f"{act.verb} {act.what}")


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.name)
def test_votes_are_taken_and_counted_alike_through_every_door(session: Session, server: Server, tmp_path: Path) -> None:
    library, table = Game.new(session.variant), Game.new(session.variant)
    folder = str(tmp_path / "game")
    assert RUNNER.invoke(app, ["game", "new", session.variant, folder]).exit_code == 0
    match = host_match(
        server, tuple(library.variant.powers), variant=session.variant, terms={"clock": {"kind": "none"}}
    )
    for act in session.acts:
        done = act_in_library(library, act)
        answer, (code, printed) = act_on_server(match, library, act), act_in_folder(folder, act)
        said = act_at_the_table(table, act)
        if isinstance(done, VoteRefusal):
            sentence = word_vote_refusal(done)
            assert done.fault.value == act.refused
            assert (answer.json()["error"]["code"], answer.json()["error"]["message"]) == (act.refused, sentence)
            assert code != 0
            assert sentence in printed
            assert said == f"  ! {sentence}"
        else:
            assert act.refused == ""
            assert answer.status_code in (200, 201), answer.text
            assert code == 0, printed
            for told in (printed, said):
                assert f"{done.id} {format_places(done.places)}" in told or format_places(done.places) in told
        assert match.game.state.proposals == library.state.proposals, act
        assert Game.load(folder).state.proposals == library.state.proposals, act
        assert table.state.proposals == library.state.proposals, act
    compare_open(session, library, folder, match)
    count_everywhere(session, library, folder, match)


def compare_open(session: Session, library: Game, folder: str, match: Match) -> None:
    """What is proposed, before it is counted: the game master knows how it stands, others where votes are open."""
    status = RUNNER.invoke(app, ["game", "status", folder]).output
    is_secret = scheme_of(library.variant).secret
    open_now = library.state.open_proposals
    for proposal in open_now:
        assert word_tally(library.variant, library.tally(proposal)) in status
    for power, client in match.players.items():
        page = client.get(match.path("/votes")).json()
        assert [found["id"] for found in page["proposals"]] == [proposal.id for proposal in open_now]
        for found, proposal in zip(page["proposals"], open_now, strict=True):
            assert found["text"] == word_places(library.variant, proposal.places)
            assert found["your_vote"] == proposal.votes.get(PowerId(power))
            assert (found["tally"] is None) == is_secret
            assert (found["needed"], found["whole"]) == (
                library.tally(proposal).needed,
                library.tally(proposal).whole,
            )


def take_letters(match: Match) -> list[str]:
    """What each person was written about the phase that was judged last; it is taken out of the post."""
    kinds = ["judged", "ending", "vote"]
    with match.server.services.store.write() as connection:
        wanted = notices.c.game == match.id, notices.c.kind.in_(kinds), notices.c.channel == "mail"
        letters: dict[int, str] = {}
        for row in connection.execute(notices.select().where(*wanted)):
            letters[row.account] = letters.get(row.account, "") + " " + re.sub(r"\s+", " ", row.body)
        connection.execute(notices.delete().where(*wanted))
    assert len(letters) >= len(match.players)
    return list(letters.values())


def count_everywhere(session: Session, library: Game, folder: str, match: Match) -> None:
    """Judge so many phases through every door: tallies, endings and the sentences about them are the same."""
    counted: list[str] = []
    for _ in range(session.phases):
        phase = library.phase
        record = library.advance()
        printed = RUNNER.invoke(app, ["game", "advance", folder]).output
        answer = match.gm.post(match.path("/gm/acts"), json={"act": "advance"})
        assert answer.status_code == 200, answer.text
        report = match.gm.get(match.path("/report"), params={"phase": phase}).text
        kept, letters = Game.load(folder), take_letters(match)
        for tally in record.tallies:
            assert word_tally(library.variant, tally) in re.sub(r"\s+", " ", printed)
            assert word_tally(library.variant, tally) in re.sub(r"\s+", " ", report)
            if not tally.is_carried:  # of one that is carried the letters tell the ending
                assert all(word_tally_in_full(library.variant, tally) in letter for letter in letters), letters
            counted.insert(0, tally.proposal.id)
        states: list[GameState] = [kept.state, match.game.state]
        assert [state.ending for state in states] == [library.state.ending] * 2
        assert kept.records[-1].tallies == record.tallies
    page = match.read(next(iter(match.players.values())), "/votes")
    assert sorted(found["id"] for found in page["counted"]) == sorted(counted)
    ending = library.state.ending
    wanted = set(library.variant.powers) if session.ending == "all" else set(session.ending.split())
    assert (set(ending.powers) if ending else set()) == wanted
    if ending:
        assert all(word_ending(library.variant, ending) in letter for letter in letters), letters
        assert word_ending(library.variant, ending) in re.sub(r"\s+", " ", printed)
        assert word_ending(library.variant, ending) in re.sub(r"\s+", " ", report)
        placings = word_placings(library.variant, library.places)
        assert Game.load(folder).places == library.places
        for told in (RUNNER.invoke(app, ["report", folder]).output, match.gm.get(match.path("/report")).text):
            assert placings in re.sub(r"\s+", " ", told)
