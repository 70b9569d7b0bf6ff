"""The first reactions to a signal that asks the server to stop."""

import asyncio
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def on_stop_signal(act: Callable[[], None]) -> Iterator[None]:
    """While the block runs in an event loop, call ``act`` when a signal comes, then the previous handler.

    Uvicorn waits for open connections before it tells the app to stop. A page that listens for changes keeps its
    connection open for good, so without this every such page would delay the end until Uvicorn loses patience.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets signals; tests run the app in others
        return
    loop = asyncio.get_running_loop()
    before = {number: handler for number in SIGNALS if callable(handler := signal.getsignal(number))}

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)
        before[signal.Signals(number)](number, frame)

    for number in before:
        signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
