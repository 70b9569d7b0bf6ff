"""Pictures and sheets are made in a process of their own: drawing takes seconds, and no page waits for it."""

import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

from legation.server.base.helper_process import HelperClosedError, HelperLateError, HelperLostError, HelperProcess
from legation.server.base.refusals import HttpRefusal

Job = TypeVar("Job")
POLITENESS = 10
"""How much the process makes way for those that answer people."""
LONGEST = 40.0
"""Seconds for one picture; then the process is ended."""
logger = logging.getLogger(__name__)


class Studio(Protocol):
    """Makes pictures."""

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """What a function makes of a job. Both must be of the kind that can be sent to another process."""

    def close(self) -> None:
        """Stop at once."""


class StudioHere:
    """Draws in the thread that asks."""

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """What a function makes of a job."""
        return maker(job)

    def close(self) -> None:
        """There is nothing to close."""


class StudioApart:
    """Draws in a process of its own, which is started by the first picture and ends with this one."""

    def __init__(self) -> None:
        self._helper = HelperProcess("studio", POLITENESS)

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """What a function makes of a job; refused where it takes too long."""
        try:
            return self._helper.call(LONGEST, maker, job)
        except HelperLateError:
            logger.warning("a picture took too long; its process was ended")
            raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "60"}) from None
        except (HelperLostError, HelperClosedError):
            raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "10"}) from None

    def close(self) -> None:
        """End the process, also while it draws."""
        self._helper.close()
