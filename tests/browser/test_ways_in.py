"""Ways in: by invitation where sign-up is closed, again where a session has ended, by a passkey, by a letter."""

import re
import threading
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from legation.server import make_services
from legation.server.admin.administration import create_account
from tests.browser.acts import Person
from tests.browser.hosting import host_game
from tests.browser.looking import check_barriers
from tests.browser.site import Site, run_site
from tests.server.kit import PASSWORD, make_settings


def test_an_invitation_leads_to_an_account_and_into_the_game(tmp_path: Path, browser: Browser) -> None:
    with run_site(tmp_path, browser, allows_sign_up=False) as site:
        site.expected.append("404")  # the link that is used up
        services = make_services(make_settings(tmp_path, public_url=site.url))
        link = create_account(services, "Gisela", "gisela@example.org", by_letter=False).link
        services.close()
        gm = Person.arrive(site, "Gisela").open(link)
        gm.fill("New password", PASSWORD).press("Save it")
        expect(gm.page).to_have_url(re.compile("/games$"))
        game = gm.ask("POST", "/games", {"title": "The Long Peace", "variant": "standard"})["id"]
        offer = {"role": "player", "power": "FRANCE"}
        invitation = gm.ask("POST", f"/games/{game}/invitations", offer)["url"]
        remy = Person.arrive(site, "Remy").open("/sign-up").sees("This host accepts new accounts by invitation only.")
        remy.open(invitation).follow("Create an account").sees("You join the game at once.")
        check_barriers(remy, "sign-up-invited")
        remy.sign_up()
        expect(remy.page).to_have_url(re.compile(f"/g/{game}"))
        late = Person.arrive(site, "Late").open(invitation)
        late.sees("This link is not valid")


def test_one_whose_session_ends_signs_in_on_the_spot_and_loses_nothing(site: Site) -> None:
    site.expected += ["401", "ERR_"]
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy})
    remy.read("").await_board()
    _sign_out_everywhere(site)
    remy.go_to("PAR").tap("BUR").set_order()
    dialog = remy.page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    check_barriers(remy, "session-ended")
    expect(dialog.get_by_label("Name or e-mail")).to_have_value("Remy")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_have_count(0)
    remy.has_order("A PAR", "A Par - Bur").is_saved()
    expect(remy.page).to_have_url(re.compile(f"/g/{remy.game}$"))
    assert [line["order"] for line in remy.ask_game("orders")["plan_a"]["orders"]] == ["A PAR - BUR"]


def test_a_page_that_is_opened_after_the_session_has_ended_asks_too(site: Site) -> None:
    site.expected += ["401", "ERR_"]
    remy = Person.arrive(site, "Remy")
    host_game(site, {"FRANCE": remy}, terms={"spectators": {"allowed": False}})
    _sign_out_everywhere(site)
    remy.read("")
    dialog = remy.page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Name or e-mail").fill("remy")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    remy.await_board()


def _sign_out_everywhere(site: Site) -> None:
    """Remy signs in elsewhere, and signs all other devices out."""
    elsewhere = Person.arrive(site, "Remy")
    answer = elsewhere.context.request.post("/api/v1/session", data={"login": "Remy", "password": PASSWORD})
    headers = {"X-Legation-CSRF": answer.json()["csrf"]}
    assert elsewhere.context.request.delete("/api/v1/sessions", headers=headers).status == 204
    elsewhere.context.close()


def test_a_passkey_is_added_on_the_account_page_and_signs_in(tmp_path: Path, browser: Browser) -> None:
    with run_site(tmp_path, browser, name="localhost") as site:
        ilse = Person.arrive(site, "Ilse").open("/sign-up").sign_up()
        _add_authenticator(ilse.page)
        ilse.open("/account")
        ilse.page.get_by_text("Passkeys", exact=True).click()
        ilse.fill("Name of a new passkey", "My key").press("Add a passkey")
        expect(ilse.page.get_by_role("listitem").filter(has_text="My key")).to_be_visible()
        check_barriers(ilse, "passkeys")
        ilse.press("Sign out").open("/sign-in").press("Use a passkey")
        expect(ilse.page).to_have_url(re.compile("/games"))
        assert ilse.context.request.get("/api/v1/session").json()["account"]["name"] == "Ilse"
        # What guards the account changes with a passkey in place of the password, too.
        site.clock.pass_time(minutes=11)
        site.expected.append("403")
        ilse.open("/account")
        ilse.page.get_by_text("Tokens", exact=True).click()
        ilse.fill("Name of a new token", "My bot").press("Create a token")
        dialog = ilse.page.get_by_role("dialog", name="Is it you?")
        dialog.get_by_role("button", name="Use a passkey").click()
        ilse.sees("New token; it is shown once")


def _add_authenticator(page: Page) -> None:
    """A device of Chromium's own that keeps passkeys and finds its person at once."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_an_address_is_confirmed_by_the_link_of_a_letter(tmp_path: Path, browser: Browser) -> None:
    with run_site(tmp_path, browser, mail_folder=tmp_path / "letters") as site:
        ilse = Person.arrive(site, "Ilse").open("/sign-up").sign_up().open("/account")
        ilse.sees(re.compile("We sent an e-mail to ilse@example.org"))
        ilse.open(f"/verify/{_await_link(tmp_path / 'letters')}").press("Yes, it is mine")
        ilse.sees("From now on, e-mails for Ilse go to ilse@example.org.")
        ilse.open("/account").sees("You")
        expect(ilse.page.get_by_text("We sent an e-mail to")).to_have_count(0)
        # The link that ends letters asks first, and says so where somebody made it up.
        site.expected.append("404")
        ilse.open("/api/v1/letters/stop?account=1&choice=deadlines&sign=0").sees(
            "Stop e-mails of this kind: Moved deadlines and pauses?"
        )
        ilse.press("Stop these e-mails").sees(re.compile("This unsubscribe link is not valid"))


def _await_link(folder: Path) -> str:
    """The secret in the only letter, once the worker has written it."""
    for _ in range(100):
        for letter in folder.glob("*.eml"):
            found = re.search(r"/verify/(\S+)", letter.read_text())
            if found:
                return found[1]
        threading.Event().wait(0.1)
    raise AssertionError("no letter came")
