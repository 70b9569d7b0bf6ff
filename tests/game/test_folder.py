import json
import multiprocessing
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from legation import Game, list_variants
from legation.board import LocationId, Position, PowerId, SpaceId, Unit, UnitKind
from legation.errors import RequestError
from legation.game import (
    Judged,
    Message,
    SetMemory,
    SetOwner,
    SetState,
    find_receipt,
    is_game_folder,
    lock_folder,
    save_folder,
    verify_export,
    verify_folder,
    verify_history,
)
from legation.game import folder as folders
from tests.game.games import busy_game, play, played_game

FRANCE = PowerId("FRANCE")


def read_all(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files if not file.name.startswith(".")}


@pytest.mark.parametrize("variant", list_variants())
def test_a_game_comes_back_from_its_folder(variant: str, tmp_path: Path) -> None:
    game = played_game(variant)
    game.save(tmp_path / "game")
    again = Game.load(tmp_path / "game")
    assert again.history == game.history
    assert (again.state, again.orders) == (game.state, game.orders)
    assert verify_folder(tmp_path / "game") == ()
    again.save(tmp_path / "game")
    again.save(tmp_path / "copy")
    assert read_all(tmp_path / "game") == read_all(tmp_path / "copy")


def test_everything_on_the_desk_comes_back(tmp_path: Path) -> None:
    game = busy_game()
    game.save(tmp_path)
    again = Game.load(tmp_path)
    assert again.orders == game.orders
    assert again.state == game.state
    assert again.history.players == {FRANCE: "Bob"}
    assert verify_folder(tmp_path) == ()


def test_press_stays_with_the_game(tmp_path: Path) -> None:
    game = played_game(phases=2)
    phase = game.records[0].phase
    game.press = (
        Message(phase, FRANCE, (PowerId("ENGLAND"),), "Shall we?", 1_660_957_918),
        Message(phase, None, (), "Orders are due on Friday."),
    )
    game.save(tmp_path)
    assert Game.load(tmp_path).press == game.press
    assert Game.import_json(game.export_json()).press == game.press
    assert verify_folder(tmp_path) == ()
    assert "press" not in json.loads(played_game(phases=2).export_json())


def test_a_position_can_be_taken_over_whole() -> None:
    game = played_game(phases=3)
    wanted = played_game(phases=2).state
    game.correct([SetState(wanted.phase, wanted.position)], "as the other program has it")
    assert game.state == wanted
    assert game.verify() == ()
    assert Game.import_json(game.export_json()).state == wanted


def test_a_position_taken_over_must_be_possible() -> None:
    game = played_game(phases=1)
    fleet = Unit(FRANCE, UnitKind.FLEET, LocationId("MOS"))
    changes = [SetState(game.state.phase, Position({SpaceId("MOS"): fleet}))]
    with pytest.raises(RequestError, match="F MOS cannot stand there"):
        game.correct(changes, "a fleet on a hill")
    game.history = game.history.change(game.state, changes, "a fleet on a hill")
    game.state = game.history.state
    assert "F MOS cannot stand there" in game.verify()[0].text


def test_memory_that_nothing_reads_is_refused_in_corrections_and_files() -> None:
    game = played_game(phases=1)
    change = SetMemory("gigaton-bomb", {"bombs": {}}, "bombs in a game without bombs")
    with pytest.raises(RequestError, match=r"memory\.gigaton-bomb"):
        game.correct([change], "why not")
    game.history = game.history.change(game.state, [change], "why not")
    game.state = game.history.state
    assert "memory.gigaton-bomb" in game.verify()[0].text
    setup = json.loads(Game.new("standard", modules=["gigaton-bomb"]).export_json())
    setup["setup"]["start"]["position"]["memory"] = {"colonial_centres": {}}
    with pytest.raises(RequestError, match=r"memory\.colonial_centres"):
        Game.import_json(json.dumps(setup))


def test_the_files_have_the_names_that_the_docs_give(tmp_path: Path) -> None:
    game = played_game(phases=2)
    game.set_orders("FRANCE", ["A PAR H"])
    game.back()
    game.correct([SetOwner(SpaceId("BEL"), FRANCE)], "why not")
    game.set_orders("FRANCE", ["A PAR - BUR", "Army Marseilles holds"])
    game.save(tmp_path)
    names = set(read_all(tmp_path))
    assert names >= {"game.json", "desk.json", "orders/FRANCE.txt", "records/0003-undone.json"}
    assert "records/0001-S1901M.json" in names
    assert "records/0004-changed.json" in names
    assert (tmp_path / "orders" / "FRANCE.txt").read_text("utf-8") == "A PAR - BUR\nArmy Marseilles holds\n"


def test_letters_may_be_laid_in_the_folder_by_hand(tmp_path: Path) -> None:
    Game.new().save(tmp_path)
    (tmp_path / "orders").mkdir(exist_ok=True)
    (tmp_path / "orders" / "france.txt").write_text("A PAR - BUR; A MAR H\n", "utf-8")
    game = Game.load(tmp_path)
    assert game.orders == {FRANCE: ("A PAR - BUR", "A MAR H")}
    game.save(tmp_path)
    assert [file.name for file in (tmp_path / "orders").iterdir()] == ["FRANCE.txt"]
    (tmp_path / "orders" / "mars.txt").write_text("A PAR - BUR", "utf-8")
    with pytest.raises(RequestError, match=r"orders/mars\.txt"):
        Game.load(tmp_path)


def test_an_army_that_went_down_with_its_ship_is_aboard_in_files_too(tmp_path: Path) -> None:
    position = {
        "phase": "W4A",
        "units": {"ELUNIA": ["F MC14", "A MC19"]},
        "centres": {"ELUNIA": ["MC19"]},
        "memory": {"cargo": {"MC14": {"power": "ELUNIA", "unit": "A MC14"}}},
    }
    game = Game.new("colonial-variant", position=json.dumps(position))
    game.set_orders("ELUNIA", ["F MC14 D"])
    assert [unit.location for unit in game.advance().destroyed] == ["MC14", "MC14/ABOARD"]
    game.save(tmp_path)
    for again in (Game.import_json(game.export_json()), Game.load(tmp_path)):
        assert again.records == game.records


@pytest.mark.parametrize(
    "lines", [["Germany", "A PAR H"], ["GERMANY: A MUN H"], ["Turkey"], ["A PAR S UKR A BUR - MUN . A MAR H"]]
)
def test_lines_that_name_another_power_come_back_as_they_were(lines: list[str], tmp_path: Path) -> None:
    game = Game.new("standard")
    before = game.set_orders("FRANCE", lines)
    game.save(tmp_path)
    again = Game.load(tmp_path)
    assert again.orders == game.orders
    assert again.review("FRANCE", again.orders[FRANCE]) == before


def test_withdrawn_letters_leave_the_folder(tmp_path: Path) -> None:
    game = Game.new()
    game.set_orders("FRANCE", ["A PAR H"])
    game.save(tmp_path)
    with Game.edit(tmp_path) as again:
        again.withdraw_orders("FRANCE")
    assert not list((tmp_path / "orders").iterdir())


def test_nothing_is_written_over_what_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary", "utf-8")
    with pytest.raises(RequestError, match="not empty"):
        Game.new().save(tmp_path)
    assert [file.name for file in tmp_path.iterdir() if not file.name.startswith(".")] == ["diary.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("dear diary", "utf-8")
    with pytest.raises(RequestError, match=r"diary\.txt"):
        Game.new().save(tmp_path / "diary.txt")


def test_another_game_is_not_written_over(tmp_path: Path) -> None:
    Game.new().save(tmp_path)
    before = read_all(tmp_path)
    with pytest.raises(RequestError, match="another game"):
        Game.new(rules="1971").save(tmp_path)
    assert read_all(tmp_path) == before


def test_of_two_who_judge_the_same_phase_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    Game.new().save(tmp_path)
    first, second, third = (Game.load(tmp_path) for _ in range(3))
    first.advance()
    first.save(tmp_path)
    second.set_orders("FRANCE", ["A PAR - BUR"])
    second.advance()
    before = read_all(tmp_path)
    with pytest.raises(RequestError, match="changed meanwhile"):
        second.save(tmp_path)
    third.set_orders("FRANCE", ["A PAR - BUR"])
    with pytest.raises(RequestError, match="advanced meanwhile"):
        third.save(tmp_path)
    assert read_all(tmp_path) == before


def test_who_waits_while_the_phase_is_judged_does_not_judge_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Game.new().save(tmp_path)

    @contextmanager
    def wait(folder: Path) -> Iterator[None]:
        """Another process has the folder first, and judges."""
        game = Game.load(folder)
        game.advance()
        save_folder(game.pack(), folder)
        with lock_folder(folder):
            yield

    with monkeypatch.context() as patch:
        patch.setattr("legation.library.game.lock_folder", wait)
        with pytest.raises(RequestError, match="advanced meanwhile"), Game.edit(tmp_path) as edited:
            edited.advance()
    assert str(Game.load(tmp_path).state.phase) == "F1901M"
    with Game.edit(tmp_path) as again:
        again.advance()
    assert str(Game.load(tmp_path).state.phase) == "S1902M"


def _edit(folder: Path, power: str) -> None:
    with Game.edit(folder) as game:
        game.set_orders(power, [f"orders of {power}"])


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    game = Game.new()
    game.save(tmp_path)
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_edit, args=(tmp_path, power)) for power in sorted(game.variant.powers)[:3]]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(Game.load(tmp_path).orders) == sorted(game.variant.powers)[:3]


class Killed(BaseException):
    """Stands for a kill: nothing after it runs, not even what catches errors."""


def kill_at(count: int, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the process die at the nth call of a function of ``os``."""
    real = getattr(os, name)
    left = [count]

    def deadly(*arguments: object, **options: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise Killed
        return real(*arguments, **options)

    monkeypatch.setattr(os, name, deadly)


@pytest.mark.parametrize("name", ["replace", "fsync"])
@pytest.mark.parametrize("count", range(6))
def test_a_kill_at_any_write_leaves_the_phase_before_or_after_and_never_half(
    name: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_game(phases=3)
    game.propose("FRANCE", "draw")
    game.set_orders("FRANCE", ["A PAR H"])
    game.save(tmp_path)
    before = game.state.phase
    with monkeypatch.context() as patch:
        kill_at(count, patch, name)
        try:
            with Game.edit(tmp_path) as edited:
                record = edited.advance()
        except Killed:
            pass
    again = Game.load(tmp_path)
    assert verify_folder(tmp_path) == ()
    if again.state.phase == before:
        assert again.orders == {FRANCE: ("A PAR H",)}
        assert [found.by for found in again.state.proposals] == ["FRANCE"]
    else:
        assert again.records[-1] == record
        assert again.orders == {}
        assert again.state == record.after
    with Game.edit(tmp_path) as last:
        last.set_orders("GERMANY", ["A BER H"])
    assert Game.load(tmp_path).orders.keys() - {"FRANCE"} == {"GERMANY"}
    assert verify_folder(tmp_path) == ()


@pytest.mark.parametrize("count", range(5))
def test_a_kill_during_a_correction_or_going_back_loses_no_letter(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, act in enumerate(("correct", "back")):
        folder = tmp_path / str(number)
        game = played_game(phases=3)
        game.set_orders("FRANCE", ["A PAR H"])
        game.propose("FRANCE", "draw")
        game.save(folder)
        with monkeypatch.context() as patch:
            kill_at(count, patch, "replace")
            try:
                with Game.edit(folder) as edited:
                    if act == "correct":
                        edited.correct([SetOwner(SpaceId("BEL"), FRANCE)], "test")
                    else:
                        edited.back()
            except Killed:
                pass
        again = Game.load(folder)
        if act == "correct" or len(again.history.events) == 3:
            assert again.orders == {FRANCE: ("A PAR H",)}
            assert len(again.state.proposals) == 1
        else:
            assert again.orders == game.records[-1].texts
        assert verify_folder(folder) == ()


def test_what_a_kill_left_half_written_is_left_aside(tmp_path: Path) -> None:
    game = played_game(phases=2)
    game.save(tmp_path)
    (tmp_path / "records" / ".0003-F1901M.json.tmp").write_text('{"format', "utf-8")
    (tmp_path / ".desk.json.tmp").write_text("", "utf-8")
    assert Game.load(tmp_path).history == game.history
    assert verify_folder(tmp_path) == ()


def test_a_full_disk_is_an_error_and_not_a_broken_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Game.new().save(tmp_path)
    before = read_all(tmp_path)

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        game = Game.load(tmp_path)
        game.advance()
        with pytest.raises(RequestError, match="No space left"):
            game.save(tmp_path)
    assert read_all(tmp_path) == before


def test_a_new_game_that_finds_no_room_leaves_nothing_and_can_be_saved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_game(phases=2)
    game.set_orders("FRANCE", ["A PAR H"])
    real, left = os.fsync, [0]

    def full(handle: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        real(handle)

    for count in range(0, 10, 2):  # a file, then its folder
        left[0] = count
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(RequestError, match="No space left"):
                game.save(tmp_path)
        assert [file.name for file in tmp_path.rglob("*")] == [".lock"]
    game.save(tmp_path)
    assert Game.load(tmp_path).history == game.history


def test_a_kill_while_a_game_is_first_written_leaves_the_whole_game_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_game(phases=2)
    game.set_orders("FRANCE", ["A PAR H"])
    monkeypatch.setattr(folders, "_remove_parts", lambda _: None)  # nothing runs after a kill
    for count in range(6):
        folder = tmp_path / str(count)
        with monkeypatch.context() as patch:
            kill_at(count, patch, "replace")
            with suppress(Killed):
                game.save(folder)
        if is_game_folder(folder):
            assert Game.load(folder).history == game.history
            assert Game.load(folder).orders == game.orders
            assert verify_folder(folder) == ()
    assert is_game_folder(folder)


def test_a_changed_byte_anywhere_in_a_record_is_found(tmp_path: Path) -> None:
    game = played_game(phases=3)
    game.save(tmp_path)
    chance = random.Random(7)
    for file in [*sorted((tmp_path / "records").iterdir()), tmp_path / "game.json"]:
        good = file.read_bytes()
        for place in [0, len(good) - 1, *(chance.randrange(len(good)) for _ in range(12))]:
            bad = bytearray(good)
            bad[place] = (bad[place] + chance.randint(1, 255)) % 256
            file.write_bytes(bytes(bad))
            assert verify_folder(tmp_path) != (), f"{file.name} at byte {place}"
        file.write_bytes(good)
    assert verify_folder(tmp_path) == ()


def test_a_record_forged_with_its_hashes_is_found_by_judging_it_again(tmp_path: Path) -> None:
    game = played_game(phases=3)
    first = game.records[0]
    forged = play(Game.new(), 0)
    forged.set_orders("FRANCE", ["A PAR H"])
    forged.advance()
    assert forged.records[0] != first
    game.save(tmp_path)
    forged.save(tmp_path / "forged")
    name = "records/0001-S1901M.json"
    (tmp_path / name).write_bytes((tmp_path / "forged" / name).read_bytes())
    assert [problem.place for problem in verify_folder(tmp_path)][:1] == ["records/0002-F1901M.json"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_missing_record_is_found_even_the_last(number: int, tmp_path: Path) -> None:
    played_game(phases=3).save(tmp_path)
    file = next((tmp_path / "records").glob(f"{number:04}-*"))
    file.unlink()
    problems = verify_folder(tmp_path)
    assert any(f"entry {number} is missing" in problem.text for problem in problems)
    with pytest.raises(RequestError):
        Game.load(tmp_path)


def test_reordered_and_renamed_records_are_found(tmp_path: Path) -> None:
    played_game(phases=3).save(tmp_path)
    first, second, _ = sorted((tmp_path / "records").iterdir())
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)
    assert any("renamed" in problem.text for problem in verify_folder(tmp_path))
    with pytest.raises(RequestError, match="renamed"):
        Game.load(tmp_path)


def test_a_stray_file_among_the_records_is_found(tmp_path: Path) -> None:
    played_game(phases=1).save(tmp_path)
    (tmp_path / "records" / "notes.txt").write_text("hello", "utf-8")
    assert [problem.place for problem in verify_folder(tmp_path)] == ["records/notes.txt"]


def test_a_game_of_another_version_is_not_played_on(tmp_path: Path) -> None:
    Game.new().save(tmp_path)
    file = tmp_path / "game.json"
    data = json.loads(file.read_text("utf-8"))
    data["setup"]["version"] = 99
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(RequestError, match="begun with version 99"):
        Game.load(tmp_path)
    assert [problem.place for problem in verify_folder(tmp_path)] == ["game.json"]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("game.json", "{", "game.json: not JSON"),
        ("game.json", "[]", "expected an object"),
        ("game.json", '{"format": "legation-desk", "version": 1}', "game.format"),
        ("game.json", '{"format": "legation-game", "version": 7}', "game.version"),
        ("game.json", '{"format": "legation-game", "version": 1}', "game.setup: is missing"),
        ("game.json", '{"format": "legation-game", "version": 1, "setup": {}}', "setup.variant: is missing"),
        ("desk.json", '{"format": "legation-desk", "version": 1, "head": {}, "proposals": []}', "desk.json.head"),
        ("desk.json", "", "desk.json: not JSON"),
        ("records/0001-S1901M.json", "{}", "records/0001-S1901M.json"),
        ("records/0001-S1901M.json", "\x00", "records/0001-S1901M.json"),
    ],
)
def test_a_broken_file_is_named_with_its_field(name: str, text: str, words: str, tmp_path: Path) -> None:
    played_game(phases=1).save(tmp_path)
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(RequestError) as caught:
        Game.load(tmp_path)
    assert words in str(caught.value)
    assert verify_folder(tmp_path)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    Game.new().save(tmp_path)
    (tmp_path / "game.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(RequestError, match="not text in UTF-8"):
        Game.load(tmp_path)


def test_a_folder_without_a_game_is_named(tmp_path: Path) -> None:
    for act in (Game.load, verify_folder):
        with pytest.raises(RequestError, match="there is no game here"):
            act(tmp_path)


@pytest.mark.parametrize("variant", list_variants())
def test_an_exported_game_comes_back_exactly(variant: str) -> None:
    game = played_game(variant)
    text = game.export_json()
    again = Game.import_json(text)
    assert again.history == game.history
    assert again.export_json() == text
    assert not again.verify()


def test_export_holds_the_desk_too() -> None:
    game = busy_game()
    again = Game.import_json(game.export_json())
    assert (again.state, again.orders, again.history) == (game.state, game.orders, game.history)
    receipt = game.receipt("FRANCE")
    again.advance()
    assert find_receipt(again.history, receipt) is not None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"entries": None}, "entries: expected a list"),
        ({"entries": [{}]}, "entries[0].format"),
        ({"desk": 3}, "desk: expected an object"),
        ({"colour": "red"}, "game.colour: unknown field"),
        ({"format": "chess"}, "game.format"),
    ],
)
def test_a_broken_export_is_refused_with_its_field(change: dict[str, object], words: str) -> None:
    data = json.loads(played_game(phases=2).export_json())
    with pytest.raises(RequestError) as caught:
        Game.import_json(json.dumps({**data, **change}))
    assert words in str(caught.value)


@pytest.mark.parametrize("unit", ["FRANCE A BUR", "FRANCE F PAR", "FRANCE TF PAR"])
def test_a_start_that_cannot_be_is_refused(unit: str) -> None:
    data = json.loads(Game.new().export_json())
    data["setup"]["start"]["position"]["units"]["PAR"] = unit
    with pytest.raises(RequestError, match=r"units\.PAR"):
        Game.import_json(json.dumps(data))


def test_an_export_with_entries_out_of_order_is_refused() -> None:
    data = json.loads(played_game(phases=3).export_json())
    for entries in (data["entries"][::-1], data["entries"][1:], [data["entries"][0], data["entries"][2]]):
        with pytest.raises(RequestError, match="entries"):
            Game.import_json(json.dumps({**data, "entries": entries}))


@pytest.mark.parametrize("variant", ["standard", "colonial-variant"])
def test_what_modules_remember_comes_back_and_is_judged_the_same(variant: str, tmp_path: Path) -> None:
    game = play(Game.new(variant, modules=["gigaton-bomb"]), 12)
    assert game.state.position.memory
    game.save(tmp_path)
    assert Game.load(tmp_path).history == game.history
    assert verify_folder(tmp_path) == ()


def test_a_game_with_modules_and_switches_comes_back_with_them(tmp_path: Path) -> None:
    game = Game.new("standard", rules="1971", modules=["gigaton-bomb"], removal_target="owned")
    game.save(tmp_path)
    again = Game.load(tmp_path)
    assert again.rulebook == game.rulebook
    assert again.history.setup.options == {"removal_target": "owned"}
    assert again.history.setup.rules == "1971"


def test_a_game_with_an_unreadable_line_holds_when_a_later_version_answers_it_in_other_words() -> None:
    game = Game.new("standard")
    game.set_orders("FRANCE", ["cancel A PAR - BUR"])
    game.advance()
    (event,) = game.history.events
    assert isinstance(event, Judged)
    rejections = tuple(
        replace(found, refusal=found.refusal._replace(detail="said otherwise")) for found in event.record.rejections
    )
    assert rejections
    old = replace(event, record=replace(event.record, rejections=rejections))
    assert verify_history(replace(game.history, events=(old,)), game.variant, game.rulebook) == ()
    wrong = replace(event, record=replace(event.record, rejections=()))
    assert verify_history(replace(game.history, events=(wrong,)), game.variant, game.rulebook) != ()


def test_a_winter_with_nothing_but_a_refused_build_holds() -> None:
    game = Game.new("standard")
    game.set_orders("FRANCE", ["A MAR - SPA"])
    while game.phase != "W1901A":
        game.advance()
    game.set_orders("FRANCE", ["A SPA B"])
    record = game.advance()
    assert record.rejections
    assert not record.outcomes
    assert game.verify() == ()


def test_an_exported_game_is_verified_as_it_is() -> None:
    game = played_game(phases=2)
    text = game.export_json()
    assert verify_export(text) == ()
    (problem,) = verify_export(text.replace("A PAR", "A MAR", 1))
    assert problem.text
    (problem,) = verify_export("nonsense")
    assert problem.text
