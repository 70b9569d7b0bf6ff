"""Measure, print, and write the figures to the docs: ``make bench``."""

from benchmarks import batch, report

if __name__ == "__main__":
    report.main()
    batch.main()
