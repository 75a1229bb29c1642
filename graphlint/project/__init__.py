"""The files of a project for the analysis: import resolution, dependencies of an analysis, and callers by name."""
