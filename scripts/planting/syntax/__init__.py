"""Planters that choose their places by syntax alone, independent of what the analysis resolves."""
