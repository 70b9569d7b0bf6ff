"""People beyond one game: profiles, waiting lists, playing again, blocks and reports."""

import re
from datetime import timedelta

from playwright.sync_api import expect

from legation.server import make_services
from legation.server.game.speeds import Speed
from legation.server.identity.account_storage import add_account, change_account, find_by_name
from legation.server.people.wait_storage import put_wait
from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.looking import check_barriers
from tests.browser.site import Site
from tests.server.kit import START, make_settings
from tests.server.persons.helpers import end_game


def test_a_person_shows_a_page_and_others_see_what_was_ticked(site: Site) -> None:
    site.expected.append("404")  # before it is shown
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana", phone=True)
    host_game(site, {"FRANCE": remy, "ENGLAND": ana})
    ana.open("/people/Remy").sees("No public profile")
    remy.open("/account")
    remy.page.get_by_text("What others see").click()
    remy.page.get_by_label("Others may see my page").check()
    remy.fill("A few words about you", "I keep my word.").page.get_by_label("My games").check()
    remy.page.get_by_label("How reliably I send orders").check()
    check_barriers(remy, "profile-fields")
    remy.press("Save profile").sees("Saved.")
    remy.follow("See your page").sees("I keep my word.").sees("The Long Peace")
    check_barriers(remy, "own-profile")
    ana.open("/people/Remy").sees("None due yet").sees("The Long Peace").lacks("Rating")
    check_barriers(ana, "profile-on-a-phone")


def test_enough_people_wait_and_a_game_opens(site: Site) -> None:
    _let_six_wait(site)
    ana = Person.arrive(site, "Ana", phone=True).enrol().open("/games?scope=open")
    ana.sees("6 of 7 wait")
    ana.page.get_by_text("Filter the list").click()
    ana.choose("Variant", "Diplomacy").choose("Speed", "A few days: up to four days per phase")
    expect(ana.page).to_have_url(re.compile("variant=standard&speed=days"))
    check_barriers(ana, "waiting-lists")
    ana.choose("Wait for a game of", "Colonia VII").press("Join the list").sees("1 of")
    ana.press(re.compile("Leave the list for Colonia VII"))
    ana.choose("Wait for a game of", "Diplomacy").press("Join the list")
    expect(ana.page).to_have_url(re.compile("/g/[a-z0-9]+$"))
    ana.await_board().sees(re.compile(r"0 ordered, \d missing"))


def _let_six_wait(site: Site) -> None:
    """Six people who wait for a game on the regular board."""
    services = make_services(make_settings(site.folder, public_url=site.url))
    with services.store.write() as connection:
        for number in range(6):
            account = add_account(connection, made_at=START, name=f"Person {number}", folded_name=f"person {number}")
            assert account is not None
            until = START + timedelta(days=30)
            put_wait(connection, account, "standard", Speed.DAYS, now=START, ends_at=until)
    services.close()


def test_the_players_of_a_game_that_is_over_play_again(site: Site) -> None:
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana", phone=True)
    gm = host_game(site, {"FRANCE": remy, "ENGLAND": ana})
    services = make_services(make_settings(site.folder, public_url=site.url))
    end_game(services, gm.game, ["FRANCE", "ENGLAND"])
    services.close()
    remy.read("end").press("Play again with the same people").sees("The Long Peace (2)").sees("You are in.")
    ana.open("/games").sees("Invitations").sees("Remy wants to play with you again")
    check_barriers(ana, "asked-to-play")
    ana.press("Play in The Long Peace (2)").sees("You are in.")
    gm.read("end").sees("Go to the rematch")


def test_a_letter_is_reported_its_sender_blocked_and_an_admin_answers(site: Site) -> None:
    remy, ana = Person.arrive(site, "Remy"), Person.arrive(site, "Ana")
    gm = host_game(site, {"FRANCE": remy, "ENGLAND": ana})
    room = remy.ask("POST", f"/games/{gm.game}/press", {"to": ["ENGLAND"], "text": "You are a toad!"})["room"]
    ana.read(f"press/{room}").sees("You are a toad!")
    ana.press(re.compile("Block or report the letter from France")).press("Report")
    ana.fill("In your own words", "He insults me.")
    check_barriers(ana, "report")
    ana.page.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()
    ana.press(re.compile("Block or report the letter from France")).press("Block")
    ana.sees("You have blocked the sender.").lacks("You are a toad!")
    ana.press("Show the letter").sees("You are a toad!")
    _answer_report(site)
    ana.open("/account")
    ana.page.get_by_text("Blocked people and reports").click()
    ana.sees("Remy").sees("The admins have acted on it. We spoke to him.")
    check_barriers(ana, "blocked")
    ana.press("Unblock Remy").read(f"press/{room}").sees("You are a toad!")


def _answer_report(site: Site) -> None:
    admin = Person.arrive(site, "Ada").enrol()
    services = make_services(make_settings(site.folder, public_url=site.url))
    with services.store.write() as connection:
        account = find_by_name(connection, "ada")
        assert account is not None
        change_account(connection, account.id, is_admin=True)
    services.close()
    admin.open("/admin/reports").sees("Ana reports Remy").lacks("You are a toad!")
    admin.press(re.compile("Read the letter of report")).sees("You are a toad!")
    check_barriers(admin, "admin-reports")
    admin.press(re.compile("Close report")).fill("Message to Ana", "We spoke to him.")
    admin.press("Close the report").sees("None.")
