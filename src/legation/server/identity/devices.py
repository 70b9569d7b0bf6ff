"""Devices in words, so that somebody knows the own sessions again."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What stands in the name that a browser gives itself; most name others too, so the sequence counts."""
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
    """``Firefox on Linux``; ``another program`` for what is no browser that we know."""
    browser = next((name for sign, name in BROWSERS if sign in agent), None)
    if browser is None:
        return "another program"
    system = next((name for sign, name in SYSTEMS if sign in agent), None)
    return f"{browser} on {system}" if system else browser
