"""Sends the notices in the outbox: e-mails and webhooks, retried after longer and longer pauses."""

import json
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from legation.server.base.services import Services
from legation.server.mail.emails import Attachment, make_email, send_email
from legation.server.mail.notice_kinds import NoticeKind
from legation.server.mail.notice_storage import Channel
from legation.server.mail.outbox_storage import MOST_TRIES, WaitingNotice, has_due, mark_failed, mark_sent, take_due
from legation.server.mail.stop_links import make_stop_link
from legation.server.mail.webhooks import HookError, make_payload, post_hook

FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=6)
PAGES_FIRST = 0.5
"""Seconds at most for which an e-mail waits while people wait for pages."""
logger = logging.getLogger(__name__)


Draw = Callable[[Services, WaitingNotice], bytes | None]
"""Draws the picture for an e-mail; None if it is not available now."""


def send_letters(services: Services, draw: Draw | None = None) -> int:
    """Send the e-mails that are due; returns how many were tried."""
    return send_waiting(services, Channel.MAIL, draw=draw)


def send_webhooks(services: Services) -> int:
    """Send the webhooks that are due; returns how many were tried. A slow one delays other webhooks, but no e-mail."""
    return send_waiting(services, Channel.WEBHOOK)


def send_waiting(services: Services, channel: Channel, *, limit: int = 20, draw: Draw | None = None) -> int:
    """Send the due notices of a channel, each in at most one process; returns how many were tried."""
    with services.store.read() as connection:
        if not has_due(connection, channel, services.clock.now()):
            return 0
    with services.store.write() as connection:
        taken = take_due(connection, channel, services.clock.now(), services.randomness.secret, limit=limit)
    for notice in taken:
        services.pages.let_pass(PAGES_FIRST)
        problem = _send(services, notice, draw)
        with services.store.write() as connection:
            now = services.clock.now()
            if problem is None:
                mark_sent(connection, notice.id, now)
            elif notice.tries >= MOST_TRIES:
                mark_sent(connection, notice.id, now, f"given up: {problem}"[:300])
            else:
                mark_failed(connection, notice.id, now + pause_after(notice.tries), problem)
    return len(taken)


def pause_after(tries: int) -> timedelta:
    """The pause after a number of tries: 1, 4, 16 minutes and so on, at most 6 hours."""
    return min(FIRST_PAUSE * int(4 ** (tries - 1)), LONGEST_PAUSE)


def _send(services: Services, notice: WaitingNotice, draw: Draw | None) -> str | None:
    """Send one notice; returns the problem, if any. Neither the address nor the text is ever logged."""
    try:
        if notice.channel == Channel.MAIL:
            _send_letter(services, notice, services.clock.now(), draw)
        else:
            _send_hook(services, notice)
    except Exception as error:  # any problem concerns this notice only, and must not delay the others
        logger.warning("notice %s was not sent: %s", notice.id, type(error).__name__)
        return str(error) if isinstance(error, HookError) else type(error).__name__
    return None


def _send_letter(services: Services, notice: WaitingNotice, now: datetime, draw: Draw | None) -> None:
    to = notice.address or notice.email
    if to is None or notice.is_closed:
        return
    content = draw(services, notice) if draw and notice.picture else None
    letter = make_email(
        services.settings,
        number=notice.id,
        made_at=notice.made_at,
        to=to,
        subject=notice.subject,
        body=notice.body,
        now=now,
        stop_link=_find_stop_link(services, notice),
        picture=Attachment(f"{notice.game}-{notice.picture}.png", content) if content else None,
    )
    send_email(services.settings, letter)


def _find_stop_link(services: Services, notice: WaitingNotice) -> str | None:
    """The link that stops e-mails of this kind; None for those that cannot be turned off."""
    choice = notice.kind.choice
    if choice is None or notice.account is None or notice.letter_key is None:
        return None
    return make_stop_link(services.settings, notice.account, notice.letter_key, choice)


def _send_hook(services: Services, notice: WaitingNotice) -> None:
    """Post a webhook. Its address is read from the game's terms only now: once removed, it receives nothing more."""
    url = json.loads(notice.terms or "{}").get("webhook")
    if not url:
        return
    link = f"{services.settings.public_url}/g/{notice.game}"
    payload = make_payload(notice.subject, notice.title or "", notice.body, link, _find_image(services, notice))
    post_hook(url, payload, to_private=services.settings.hooks_to_private)


def _find_image(services: Services, notice: WaitingNotice) -> str | None:
    """The address of a picture of the results, if every stranger may see them now (the channel fetches it as one)."""
    terms = json.loads(notice.terms or "{}")
    onlookers = terms.get("spectators", {})
    is_public = not terms.get("is_private") and onlookers.get("allowed", True)
    is_delayed = onlookers.get("delay_phases", 1) > 0 and notice.kind != NoticeKind.ENDING
    if not notice.picture or not is_public or is_delayed:
        return None
    query = f"phase={notice.picture}&view=results&width=1200"
    return f"{services.settings.public_url}/api/v1/games/{notice.game}/picture.png?{query}"
