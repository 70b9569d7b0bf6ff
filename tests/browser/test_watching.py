"""Results can be watched: units glide, one can pause and step, and without motion there are steps only."""

import re

from playwright.sync_api import expect

from tests.browser.acts import Person
from tests.browser.hosting import host_game, judge
from tests.browser.site import Site


def test_a_phase_is_watched_on_a_desktop_and_stepped_without_motion(site: Site) -> None:
    ana = Person.arrive(site, "Ana")
    gm = host_game(site, {"FRANCE": ana})
    ana.save("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    judge(gm)
    ana.page.emulate_media(reduced_motion="no-preference")
    ana.read("results").await_board().press("Watch")
    bar = ana.page.get_by_role("group", name="Watch the phase")
    moving = ana.page.locator(".unit.moving[data-unit='A PAR']")
    # It plays by itself. At the end the board shows the results as ever.
    expect(bar).to_contain_text("Results")
    expect(moving).to_have_count(0)
    expect(ana.page.locator(".unit[data-space='BUR']")).to_have_count(1)
    places = []
    for _ in range(3):
        bar.get_by_role("button", name="Step back").click()
        expect(moving).to_have_count(1)
        places.append(moving.get_attribute("transform"))
    assert places[0] != places[2]
    bar.get_by_role("button", name="Play").click()
    expect(moving).to_have_count(0)
    ana.page.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    ana.page.emulate_media(reduced_motion="reduce")
    ana.press("Watch")
    expect(bar.get_by_role("button", name=re.compile("Play|Pause"))).to_have_count(0)
    expect(bar).to_contain_text("Supports and convoys, 1 of")
    ana.page.keyboard.press(".")
    ana.page.keyboard.press(".")
    expect(bar).to_contain_text("Units move, 2 of")
