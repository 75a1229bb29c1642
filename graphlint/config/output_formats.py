"""The names of the output formats; `graphlint.report` has the module of each."""

OUTPUT_FORMATS = ("full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit")
