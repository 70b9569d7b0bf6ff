"""The kinds of notices, and the preference that turns each on or off."""

from enum import StrEnum


class LetterChoice(StrEnum):
    """The e-mails that a person can turn off, and their level of detail: for all games or for one."""

    JUDGED = "judged"
    PRESS = "press"
    REMINDERS = "reminders"
    MISSED = "missed"
    """The person's own orders did not come."""
    DEADLINES = "deadlines"
    """A deadline moved, the game was paused or continues."""
    VOTES = "votes"
    """A proposed ending, and the result of its vote."""
    SEATS = "seats"
    """Another power changes hands, is offered to standbys, or falls into civil disorder."""
    CHANGES = "changes"
    """The game master went back, corrected something or changed the terms, or there is a new game master."""
    ENDING = "ending"
    WHOLE_TURN = "whole_turn"
    """The results of all powers instead of those that concern the own power; only for people who ask for it."""
    PICTURE = "picture"
    """A picture of the results beside the text."""
    INVITATIONS = "invitations"
    """Someone asks the person to play, or a game on a waiting list is there."""


class NoticeKind(StrEnum):
    """The topic of a notice."""

    RESET = "reset"
    BAN = "ban"
    """To a person whose account was banned, or is open again."""
    ADMIN = "admin"
    """To the admins of the host."""
    VERIFY = "verify"
    """A link that verifies an address."""
    KNOWN = "known"
    """Someone gave the address of an account for another one."""
    ADDRESS = "address"
    """E-mails will go to another address: to the present one."""
    PASSKEY = "passkey"
    ACCOUNT = "account"
    """The host has made an account for someone."""
    JUDGED = "judged"
    ENDING = "ending"
    PRESS = "press"
    REMINDER = "reminder"
    MISSED = "missed"
    DEADLINE = "deadline"
    PAUSED = "paused"
    RESUMED = "resumed"
    PROPOSAL = "proposal"
    VOTE = "vote"
    OFFER = "offer"
    DISORDER = "disorder"
    REPLACED = "replaced"
    REWOUND = "rewound"
    CORRECTED = "corrected"
    TERMS = "terms"
    MASTER = "master"
    """A change of the game master."""
    TASK = "task"
    """A task for the game masters."""
    SEAT = "seat"
    """To a person whose own seat was given, offered or taken: it cannot be turned off."""
    CANDIDATE = "candidate"
    """Someone asks to be a standby."""
    STANDBY = "standby"
    """The answer to a person who asked to be a standby."""

    INVITED = "invited"
    """Someone asks the person by name to play."""
    WAITED = "waited"
    """The game that a person waited for is there, or the waiting time is over."""
    REPORT = "report"
    """The answer to a person who reported something."""

    @property
    def choice(self) -> LetterChoice | None:
        """The preference that turns such e-mails off; None if a person could lose something by not knowing."""
        return _CHOICES.get(self)


_CHOICES = {
    NoticeKind.JUDGED: LetterChoice.JUDGED,
    NoticeKind.ENDING: LetterChoice.ENDING,
    NoticeKind.PRESS: LetterChoice.PRESS,
    NoticeKind.REMINDER: LetterChoice.REMINDERS,
    NoticeKind.TASK: LetterChoice.REMINDERS,
    NoticeKind.MISSED: LetterChoice.MISSED,
    NoticeKind.DEADLINE: LetterChoice.DEADLINES,
    NoticeKind.PAUSED: LetterChoice.DEADLINES,
    NoticeKind.RESUMED: LetterChoice.DEADLINES,
    NoticeKind.PROPOSAL: LetterChoice.VOTES,
    NoticeKind.VOTE: LetterChoice.VOTES,
    NoticeKind.OFFER: LetterChoice.SEATS,
    NoticeKind.CANDIDATE: LetterChoice.SEATS,
    NoticeKind.DISORDER: LetterChoice.SEATS,
    NoticeKind.REPLACED: LetterChoice.SEATS,
    NoticeKind.REWOUND: LetterChoice.CHANGES,
    NoticeKind.CORRECTED: LetterChoice.CHANGES,
    NoticeKind.TERMS: LetterChoice.CHANGES,
    NoticeKind.MASTER: LetterChoice.CHANGES,
    NoticeKind.INVITED: LetterChoice.INVITATIONS,
    NoticeKind.WAITED: LetterChoice.INVITATIONS,
}
