"""Devices in words, so that people recognise their own sessions."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""The names of browsers in a user agent; most user agents contain several, so the order counts."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def name_device(agent: str) -> str:
    """``Firefox on Linux``; ``another program`` for an unknown browser."""
    browser = next((name for sign, name in BROWSERS if sign in agent), None)
    if browser is None:
        return "another program"
    system = next((name for sign, name in SYSTEMS if sign in agent), None)
    return f"{browser} on {system}" if system else browser
