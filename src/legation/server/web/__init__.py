"""The pages: the built web app, served as files."""

from legation.server.web.pages import add_pages

__all__ = ["add_pages"]
