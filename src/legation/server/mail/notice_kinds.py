"""What a notice tells, and by which choice of a person's it is wanted or not."""

from enum import StrEnum


class LetterChoice(StrEnum):
    """Letters that a person can do without, and how much stands in them: in all games or in one."""

    JUDGED = "judged"
    PRESS = "press"
    REMINDERS = "reminders"
    MISSED = "missed"
    """That the person's own orders did not come."""
    DEADLINES = "deadlines"
    """A deadline moved, the game was paused or continues."""
    VOTES = "votes"
    """An ending was proposed, and what came of it."""
    SEATS = "seats"
    """Another power changes hands, is offered to standbys, or falls into civil disorder."""
    CHANGES = "changes"
    """The game master went back, corrected something, changed the terms, or is another."""
    ENDING = "ending"
    WHOLE_TURN = "whole_turn"
    """The results of all powers instead of those that concern one's own; nobody gets them who does not ask."""
    PICTURE = "picture"
    """A picture of the results beside the text."""
    INVITATIONS = "invitations"
    """Someone asks one to play, or a game is there for which one waits."""


class NoticeKind(StrEnum):
    """What a notice tells."""

    RESET = "reset"
    BAN = "ban"
    """To someone whose account was banned, or is open again."""
    ADMIN = "admin"
    """To those who look after the host."""
    VERIFY = "verify"
    """A link that verifies an address."""
    KNOWN = "known"
    """Someone gave the address of an account for another one."""
    ADDRESS = "address"
    """Letters are to go elsewhere: to the address they go to now."""
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
    """Who runs the game."""
    TASK = "task"
    """Something waits for the game masters."""
    SEAT = "seat"
    """To someone whose own seat was given, offered or taken: it cannot be turned off."""
    CANDIDATE = "candidate"
    """Someone asks to stand by."""
    STANDBY = "standby"
    """The answer to someone who asked to stand by."""

    INVITED = "invited"
    """Someone asks one by name to play."""
    WAITED = "waited"
    """What one waits for is there, or one has waited long enough."""
    REPORT = "report"
    """The answer to someone who reported something."""

    @property
    def choice(self) -> LetterChoice | None:
        """The choice that turns such letters off; none if a person could lose something by not knowing it."""
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
