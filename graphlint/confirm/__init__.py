"""Confirmation of findings: runs a program on the runtime shim in its own process, and passes the recorded events to the same rules."""
