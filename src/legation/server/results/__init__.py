"""Judged phases: the board, results, reasons, centres, reports."""
