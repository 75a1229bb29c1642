"""Helpers that know nothing of linting: errors, timing, spelling suggestions, deep recursion."""
