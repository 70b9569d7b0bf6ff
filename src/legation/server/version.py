"""The version of the program that serves."""

from importlib.metadata import version

VERSION = version("legation")
