"""Tests of the folder people; the module of that name beside this folder makes games with people in them."""
