"""Unsubscribing from a kind of e-mails by the link in them."""

import hmac
from dataclasses import dataclass

from legation.server.accounts.preferences import LetterChanges, PreferenceChanges, merge_preferences
from legation.server.base.refusals import HttpRefusal
from legation.server.base.services import Services
from legation.server.identity import account_storage as store
from legation.server.mail.notice_kinds import LetterChoice
from legation.server.mail.stop_links import sign_stop


@dataclass(frozen=True, slots=True)
class StoppedLetters:
    """A kind of e-mail that an account no longer receives."""

    choice: LetterChoice


def stop_letters(services: Services, account_id: int, choice: LetterChoice, sign: str) -> StoppedLetters:
    """Stop e-mails of a kind; anyone with the e-mail may do so, signed in or not."""
    with services.store.write() as connection:
        account = store.find_account(connection, account_id)
        key = store.find_letter_key(connection, account_id)
        if account is None or key is None or not hmac.compare_digest(sign_stop(key, choice).encode(), sign.encode()):
            raise HttpRefusal(404, "bad_stop_link")
        changes = PreferenceChanges(mail=LetterChanges(**{choice.value: False}))
        store.change_account(connection, account_id, settings=merge_preferences(account.settings, changes))
    return StoppedLetters(choice)
