"""Explanations of lines without a finding."""
