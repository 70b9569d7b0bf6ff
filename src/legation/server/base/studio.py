"""Pictures and sheets are made in a process of their own: drawing takes seconds, and no page waits for it."""

import logging
from collections.abc import Callable
from typing import Protocol, TypeVar

from legation.server.base.helper_process import HelperClosedError, HelperLateError, HelperLostError, HelperProcess
from legation.server.base.refusals import HttpRefusal

Job = TypeVar("Job")
POLITENESS = 10
"""The priority by which the process gives way to those that answer people."""
LONGEST = 40.0
"""Seconds allowed for one picture; then the process is ended."""
logger = logging.getLogger(__name__)


class Studio(Protocol):
    """Makes pictures."""

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """Apply a function to a job and return the bytes. Both must be picklable."""

    def close(self) -> None:
        """Stop at once."""


class StudioHere:
    """Draws in the calling thread."""

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """Apply a function to a job and return the bytes."""
        return maker(job)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class StudioApart:
    """Draws in a process of its own, which the first picture starts and which ends with this one."""

    def __init__(self) -> None:
        self._helper = HelperProcess("studio", POLITENESS)

    def make(self, maker: Callable[[Job], bytes], job: Job) -> bytes:
        """Apply a function to a job and return the bytes; refused if it takes too long."""
        try:
            return self._helper.call(LONGEST, maker, job)
        except HelperLateError:
            logger.warning("a picture took too long; its process was ended")
            raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "60"}) from None
        except (HelperLostError, HelperClosedError):
            raise HttpRefusal(503, "busy_drawing", headers={"Retry-After": "10"}) from None

    def close(self) -> None:
        """End the process, even while it draws."""
        self._helper.close()
