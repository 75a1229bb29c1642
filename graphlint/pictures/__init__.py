"""Pictures of the lifetime of graphs beside the code: when each is built, used, freed, needed again, kept.

`life` makes a record (`graph/1`) from the events of a run and a finding; `svg`, `html` and `mermaid` draw it, `text` says it in words.
Nothing here starts threads or processes, or reads files.
"""
