"""Checking: analyze, resolve callers, evaluate, suppress, fix."""
