"""Names of the output formats; `graphlint.report` has one module for each."""

OUTPUT_FORMATS = ("full", "concise", "agent", "json", "json-lines", "sarif", "html", "github", "gitlab", "junit", "rdjson")
