"""HTTP and storage: hosts games for people in their browsers."""

from legation.server.admin import administration, backups
from legation.server.app import make_app
from legation.server.base.services import Services, make_services
from legation.server.base.settings import Settings, load_settings
from legation.server.judging import integrity
from legation.server.serving import bind, make_served_app, open_services, prepare_demo, prepare_storage, serve

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
    "open_services",
    "prepare_demo",
    "prepare_storage",
    "serve",
]
