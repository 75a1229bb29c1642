"""Reduction of a program to a small one with neutral names that has the same finding, for a report of a false positive.

The program is only analyzed, never executed. A reduction keeps the finding, not the reason why it is wrong: an option
names the lines that show this, and they remain.
"""
