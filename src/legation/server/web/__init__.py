"""The pages: the web app as it was built, served as files."""

from legation.server.web.pages import add_pages

__all__ = ["add_pages"]
