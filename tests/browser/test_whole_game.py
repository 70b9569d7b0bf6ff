"""A game of Colonia VII as four people play it: from the first account to the concession."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person, own
from tests.browser.looking import check_barriers
from tests.browser.site import Site

SECRET = "Attack Madrid with me in the Fall."
FACTS = (
    "PORTUGAL A NWZ", "PORTUGAL F COR", "PORTUGAL A FIJ", "PORTUGAL F PYA", "FRANCE F SPO", "FRANCE F TAS",
)  # fmt: skip
"""Colonia VII, rule 4: an army on an island centre, an own fleet in the sea beside it, and two that drive it out.
Another fleet convoys in the moves, since one that has carried an army is not free for the retreat.
"""
PEOPLE = ("FRANCE", "PORTUGAL", "SPAIN")


def test_four_people_play_colonia_vii_from_the_first_account_to_the_concession(site: Site) -> None:
    gm = Person.arrive(site, "Ilse")
    set_up(gm)
    ana, remy, sol = (
        join(gm, name, power) for name, power in (("Ana", "Portugal"), ("Remy", "France"), ("Sol", "Spain"))
    )
    start(gm)
    put_units(gm)
    order_by_tap(ana)
    order_by_text(remy)
    write_in_secret(ana, sol, remy)
    judge_spring(gm, ana, remy)
    retreat_by_convoy(gm, ana)
    play_fall(gm, ana, sol)
    build_in_a_colony(sol)
    concede(gm, ana, remy, sol)


def set_up(gm: Person) -> None:
    gm.open("/").follow("Run a game").follow("create one").sign_up()
    expect(gm.page.get_by_role("heading", name="Run a game")).to_be_visible()
    gm.page.get_by_role("radio", name=re.compile("Colonia VII")).check(force=True)
    gm.fill("Title of the game", "The Long Peace").press("After hours").fill("Hours for orders", "24")
    gm.fill("First turn, at least", "0").press("Set up the game")
    expect(gm.page.get_by_role("heading", name="The Long Peace")).to_be_visible()
    gm.game = gm.page.url.rpartition("/")[2]
    gm.sees("9 seats are free.").press("Make a link")


def join(gm: Person, name: str, power: str) -> Person:
    link = gm.page.get_by_label("Players, any free seat").input_value()
    person = Person.arrive(gm.site, name)
    person.game = gm.game
    person.open(link).sees("The Long Peace").follow("Create an account").sign_up()
    person.press(f"Take {power}").sees("You are in.")
    seat = gm.page.get_by_role("listitem").filter(has=gm.page.get_by_text(power, exact=True))
    expect(seat.get_by_text(name)).to_be_visible()
    return person


def start(gm: Person) -> None:
    gm.sees("6 seats are free.").choose("Free seats go to", "Easy bots").press("Start the game").await_board()
    assert gm.ask_game()["phase"] == "S1751M"


def put_units(gm: Person) -> None:
    """The game master's correction, with its line in the log before and after."""
    gm.read("gm")
    dialogue = gm.act("Correct a fact", note="They were forgotten.")
    for fact in FACTS:
        power, _, unit = fact.partition(" ")
        dialogue.get_by_label("Power").select_option(power)
        dialogue.get_by_label("Unit").fill(unit)
        dialogue.get_by_role("button", name="Add this change").click()
    told = [f"{power.title()} {unit} put on the board" for power, _, unit in (fact.partition(" ") for fact in FACTS)]
    expect(dialogue.locator(".line .text")).to_contain_text(told[-1])
    line = gm.preview(dialogue)
    assert all(fact in line for fact in told), line
    check_barriers(gm, "correction")
    dialogue.get_by_role("button", name="Correct it").click()
    expect(dialogue).to_be_hidden()  # the line stood in its preview already
    gm.sees(line)


def order_by_tap(ana: Person) -> None:
    """A convoy with its fleet, a hold, and a support, all on the board."""
    ana.read("").await_board().go_to("FIJ").takes("A FIJ")
    ana.tap("TAH").says("Army Fiji moves to Tahiti")
    expect(ana.page.get_by_label("Order F PYA to convoy it as well")).to_be_checked()
    check_barriers(ana, "convoy-in-hand")
    ana.set_order().has_order("A FIJ", "A Fij - Tah").has_order("F PYA", "F PYA C A Fij - Tah")
    ana.go_to("NWZ").takes("A NWZ").tap("NWZ").says("Army New Zealand holds").set_order().has_order("A NWZ", "A Nwz H")
    ana.go_to("LIS").takes("F LIS").kind("Support").tap("LAG").says("Fleet Lisbon supports Army Lagos in place")
    ana.set_order().has_order("F LIS", "F Lis S A Lag").is_saved().press("Confirm")
    receipt = ana.page.locator("b").filter(has_text=re.compile(r"PORTUGAL-S1751M-\w{4}-\w{4}"))
    expect(receipt).to_be_visible()
    assert ana.ask_game("orders")["receipt"]["code"] in receipt.inner_text()


def order_by_text(remy: Person) -> None:
    """A name that is misspelt is asked about and mended by a click; nothing is guessed."""
    remy.read("").await_board().write_orders("spo-new zeland\nF TAS S F SPO - Nwz\nParis holds")
    remy.sees("2 read.").sees("Did you mean")
    check_barriers(remy, "orders-as-text")
    remy.page.locator("button.candidate", has_text="Nwz").click()
    remy.sees("3 read.").press("Add 3")
    remy.has_order("F SPO", "F SPO - Nwz").has_order("F TAS", "F TAS S F SPO - Nwz").has_order("A PAR", "A Par H")
    remy.is_saved()
    assert "F SPO - NWZ" in [line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]]


def write_in_secret(ana: Person, sol: Person, remy: Person) -> None:
    """What one power writes to another a third never gets, not even the sign that something was written."""
    remy.read("press").sees("Write to")
    sol.read("press")
    ana.read("press").press("Write to…")
    ana.page.get_by_role("checkbox", name="Spain").check()
    ana.press("Write").page.get_by_placeholder("Write to Spain").fill(SECRET)
    check_barriers(ana, "letter")
    ana.press("Send")
    expect(ana.page.get_by_role("log").get_by_text(SECRET)).to_be_visible()
    sol.page.get_by_role("button", name=re.compile("^Portugal|Portugal .*Attack")).click()
    expect(sol.page.get_by_role("log").get_by_text(SECRET)).to_be_visible()
    remy.lacks(SECRET)
    assert SECRET not in str(remy.ask_game("press")) + str(remy.ask_game())


def judge_spring(gm: Person, ana: Person, remy: Person) -> None:
    """The deadline passes while pages are open; nobody loads anything again."""
    for person in (ana, remy):
        person.read("").await_board().page.evaluate("window.isSamePage = true")
    gm.site.clock.pass_time(hours=25)
    ana.sees("Army New Zealand must retreat")
    remy.sees("Spring 1751, retreats has begun.").follow("See the results")
    row = remy.page.locator('[data-result-row="F SPO - NWZ"]')
    expect(row).to_contain_text("with the support of the fleet in the Tasman Sea")
    row.get_by_role("button").first.click()
    expect(row.get_by_role("table").first).to_contain_text("Support of the fleet in the Tasman Sea")
    expect(row.get_by_role("table").first).to_contain_text("2")
    beaten = ana.follow("See the results").page.locator('[data-result-row="A NWZ H"]')
    beaten.get_by_role("button").first.click()
    expect(beaten.get_by_role("heading", name="What would have changed it")).to_be_visible()
    expect(beaten.get_by_role("listitem").filter(has_text="F COR S A Nwz")).to_be_visible()
    check_barriers(ana, "result-opened")
    assert ana.page.evaluate("window.isSamePage")
    assert remy.page.evaluate("window.isSamePage")


def retreat_by_convoy(gm: Person, ana: Person) -> None:
    """Colonia VII, rule 4: the own fleet beside the island carries the army."""
    ana.follow("Board").sees("Army New Zealand must retreat")
    expect(ana.page.locator('[data-chip="SOL"]')).to_contain_text("carried by F COR")
    check_barriers(ana, "retreat-by-convoy")
    ana.chip("SOL").press("Set retreat").is_saved()
    pass_to(gm, "F1751M")
    ana.sees("Fall 1751, orders")
    expect(ana.row("A SOL")).to_be_visible()
    ana.read("results/S1751R")
    row = ana.page.locator("[data-result-row]").first
    expect(row).to_contain_text("A Nwz R Sol")
    row.get_by_role("button").first.click()
    read_clause(ana, "C7-4b")


def read_clause(person: Person, clause: str) -> None:
    """The clause behind a result leads to the rules, and there to itself."""
    person.page.locator(f'[data-clause="{clause}"]').click()
    expect(person.page).to_have_url(re.compile(f"/rules#{clause}$"))
    line = person.page.locator(f'[id="{clause}"]')
    expect(line).to_have_class(re.compile("named"))
    expect(line).to_be_in_viewport()


def play_fall(gm: Person, ana: Person, sol: Person) -> None:
    """Spain leaves its colony Mexico, and Portugal proposes an ending that is far from carried."""
    gm.correct(own("CUB", "SPAIN"), note="Cuba was Spain's.")
    sol.read("").await_board().go_to("MEX").takes("A MEX").tap("TEX").set_order().has_order("A MEX", "A Mex - Tex")
    sol.is_saved()
    ana.read("votes").sees("There are no proposals.")
    ana.page.get_by_role("group", name="Place of France").get_by_role("button", name="1").click()
    ana.press("Propose it").sees("First France")
    ana.press("For").sees("Your vote is on file.").sees("Votes are secret")
    assert sol.ask_game("votes")["proposals"][0]["tally"] is None
    pass_to(gm, "W1751A")


def build_in_a_colony(sol: Person) -> None:
    """Colonia VII, rule 5: a colony builds for whoever controls it."""
    sol.read("").sees("Build 1").sees("1 build has no open centre.")
    site = sol.page.get_by_role("group", name="Build in Mexico")
    site.get_by_role("button", name="A").click()
    check_barriers(sol, "build-in-a-colony")
    sol.sees("Build an army in Mexico").press("Set build").is_saved()
    expect(sol.page.get_by_role("listitem").filter(has=site)).to_contain_text("set")


def concede(gm: Person, ana: Person, remy: Person, sol: Person) -> None:
    """Of two proposals Winter carries one and says how much the other is short; all are told at once."""
    share_out(gm)
    sol.ask("POST", f"/games/{sol.game}/votes", {"places": [["SPAIN"]]})
    for person in (ana, remy, sol):
        person.read("votes")
    for person in (remy, sol):
        vote(person, "First France")
    vote(sol, "First Spain")
    gm.read("votes")
    gm.site.clock.pass_time(hours=49)
    for person in (gm, ana, remy, sol):
        person.sees("The game is over.")
    assert ana.ask_game()["ending"]["places"] == [["FRANCE"]]
    assert "A MEX" in ana.ask_game("scene")["units"]["SPAIN"]
    remy.read("results").sees(re.compile(r"needed: carried\.")).sees(re.compile(r"needed: \d+ short\."))
    assert SECRET in str(remy.ask_game("transcript?form=json"))
    remy.read("end").sees("You played France: you won.")
    expect(remy.page.get_by_role("heading", level=1)).to_contain_text("France wins")
    remy.sees("Conceded by vote.")
    expect(remy.page.get_by_role("row").filter(has_text="Spain").first).to_contain_text("Sol")
    check_barriers(remy, "the-end-conceded")


def share_out(gm: Person) -> None:
    """Give the bots' centres to the three people: their votes alone then carry it, and none of them has 50."""
    centres: dict[str, list[str]] = gm.ask_game("scene")["centres"]
    lost = [space for power, spaces in centres.items() if power not in PEOPLE for space in spaces]
    gm.correct(*(own(space, PEOPLE[number % 3]) for number, space in enumerate(lost)), note="The bots have left.")


def vote(person: Person, ending: str) -> None:
    card = person.page.get_by_role("article").filter(has_text=ending)
    card.get_by_role("button", name="For").click()
    expect(card).to_contain_text("Your vote is on file.")


def pass_to(gm: Person, phase: str) -> None:
    """Let deadlines pass until a phase; a retreat of bots may come between."""
    for _ in range(3):
        turn = gm.ask_game()["turn"]
        gm.site.clock.pass_time(hours=49)
        gm.await_turn(turn + 1)
        if gm.ask_game()["phase"] == phase:
            return
    raise AssertionError(f"{phase} does not come; it is {gm.ask_game()['phase']}")
