"""A bell: threads that sleep between two checks are woken as soon as there is work."""

import threading


class Bell:
    """Wakes the worker threads of this process. A thread that hears no ring checks by itself after a second."""

    def __init__(self) -> None:
        self._listeners: list[threading.Event] = []

    def listen(self) -> threading.Event:
        """An event that is set at every ring; the waiting thread clears it."""
        heard = threading.Event()
        self._listeners.append(heard)
        return heard

    def ring(self) -> None:
        """Wake all waiting threads. Ring after the transaction: a thread that wakes before its end sees no change."""
        for heard in self._listeners:
            heard.set()
