"""The fuzzer: random inputs of the command, the analysis, the fixes and the server, and the properties that hold for each of them."""
