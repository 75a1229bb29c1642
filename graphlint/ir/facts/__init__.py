"""Facts that the text of one function states: records that the engine reads instead of the syntax tree."""
