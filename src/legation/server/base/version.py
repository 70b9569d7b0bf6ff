"""The version of the program that serves."""

from legation import __version__

VERSION = __version__
