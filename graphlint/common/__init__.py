"""Helpers that are independent of linting: errors, timing, spelling suggestions, deep recursion."""
