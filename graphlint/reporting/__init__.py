"""Findings on their way out: terminal text, JSON."""
