"""The check of a set of files: analyze, resolve callers across files, evaluate, suppress, fix."""
