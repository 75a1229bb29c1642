"""The stories of findings: which events of a run a picture shows, by the kind of story that a rule names."""
