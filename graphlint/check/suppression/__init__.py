"""Suppressions: comments that suppress findings (`comments`), the filter that applies them (`filter`), and new comments (`add_noqa`)."""
