"""A bell: threads that sleep between two looks are woken as soon as there is something to do."""

import threading


class Bell:
    """Wakes the threads of the worker in this process. Who hears nothing looks by itself after a second."""

    def __init__(self) -> None:
        self._listeners: list[threading.Event] = []

    def listen(self) -> threading.Event:
        """An event that is set at every ring; whoever waits for it clears it."""
        heard = threading.Event()
        self._listeners.append(heard)
        return heard

    def ring(self) -> None:
        """Wake everybody. Ring after the transaction: who wakes before its end sees nothing new."""
        for heard in self._listeners:
            heard.set()
