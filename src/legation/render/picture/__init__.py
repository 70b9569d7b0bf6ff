"""Boards as SVG: base, ownership, orders, units, labels and legend."""
