"""Source files: decoding, parsing, discovery, the prefilter, and text edits."""
