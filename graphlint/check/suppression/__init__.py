"""Suppressions: comments that silence findings (`comments`), which findings and which comments are left (`screening`), and new comments
(`adding`)."""
