"""Measure, print, and write the figures to the docs: ``make bench``."""

from benchmarks import report

if __name__ == "__main__":
    report.main()
