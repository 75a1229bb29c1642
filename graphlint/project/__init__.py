"""The files of a project as the analysis sees them: which file an import means, what a file depends on, and who calls what by name."""
