"""HTTP and storage: hosts games for people in their browsers."""

from legation.server import administration, backups, integrity
from legation.server.app import make_app
from legation.server.services import Services, make_services
from legation.server.serving import bind, make_served_app, prepare_demo, serve
from legation.server.settings import Settings, load_settings

__all__ = [
    "Services",
    "Settings",
    "administration",
    "backups",
    "bind",
    "integrity",
    "load_settings",
    "make_app",
    "make_served_app",
    "make_services",
    "prepare_demo",
    "serve",
]
