"""Evaluates findings by a run: each is confirmed, refuted, undecided or not reached."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from graphlint.autograd.doubts import Silence
from graphlint.autograd.events import Raised, Site
from graphlint.check.check_config import CheckConfig
from graphlint.check.diagnostic import Diagnostic, Place, resolve
from graphlint.confirm.evidence import Evidence, is_on_line, times
from graphlint.confirm.run import Trace
from graphlint.confirm.status import RunFinding, Status, Witness
from graphlint.pictures.life import life_of
from graphlint.rule.base import Finding, Rule
from graphlint.rule.precedence import resolve_precedence
from graphlint.source.source import Source

Key = tuple[str, int, int | None, str]
"""A finding's file, row, cell and code: a run confirms a finding by the same code on the same line."""


def key_of(diagnostic: Diagnostic) -> Key:
    """Return the key by which a finding of the analysis is compared with one of the run."""
    start = diagnostic.place.start
    return diagnostic.place.path, start.row, start.cell, diagnostic.code


class Evaluator:
    """Evaluates the findings of a check by the trace of a run.

    Args:
        sources: the files of the program, by their path in sites.
        configs: returns the check config of a file.
        draws: draw a picture of each finding that the run shows.
    """

    def __init__(self, trace: Trace, sources: Mapping[str, Source], configs: Callable[[str], CheckConfig], *, draws: bool = False) -> None:
        self.trace, self.sources, self.configs, self.draws = trace, sources, configs, draws
        self.evidence = Evidence(trace, self.where)
        self.run = trace.run
        self.rules: dict[str, Rule] = {rule.code: rule for path in sources for rule in configs(path).rules}

    def evaluate(self, diagnostics: Sequence[Diagnostic]) -> list[RunFinding]:
        """Return the findings of the check, and those that only the run shows, each with its status."""
        shown = {key_of(diagnostic): (diagnostic, finding) for finding in self.findings() for diagnostic in self.placed(finding)}
        known = {key_of(diagnostic) for diagnostic in diagnostics}
        results = [self.status(diagnostic, *shown.get(key_of(diagnostic), (None, None))) for diagnostic in diagnostics]
        results += [
            self.confirmed(diagnostic, finding, diagnostic, only_in_run=True)
            for key, (diagnostic, finding) in shown.items()
            if key not in known and self.is_proven(finding.code)
        ]
        return sorted(results, key=lambda result: result.diagnostic.order)

    def findings(self) -> Sequence[Finding]:
        """Return what the rules find in the run."""

        def text(site: Site) -> str:
            source = self.sources.get(site.path)
            return source.span(*site[1:]) if source is not None and site.line > 0 else ""

        self.run = replace(self.trace.run, text=text)
        return resolve_precedence(finding for rule in self.rules.values() for finding in rule.check(self.run))

    def doubt(self, rule: Rule, site: Site) -> str:
        """Return what silences a rule on the line of a site in this run, "" if nothing does."""
        silences: list[Silence] = []
        for _ in rule.check(replace(self.run, silences=silences)):
            pass
        return next((item.doubt.value for item in silences if is_on_line(item.site, site)), "")

    def placed(self, finding: Finding) -> list[Diagnostic]:
        """Return a finding of the run as it is reported; nothing if its rule is not enabled there or a comment suppresses it."""
        source = self.sources.get(finding.site.path)
        if source is None:
            return []
        config = self.configs(source.path)
        if finding.code not in config.by_code or not config.filter_findings(source, [finding]).findings:
            return []
        return [resolve(config.with_severity(finding), source, others=self.sources.get)]

    def is_proven(self, code: str) -> bool:
        """Return True if the run as a whole proves a finding: a claim on what never happens is not proven by a run that ended early."""
        return not (self.evidence.ended_early and self.rules[code].claims_never)

    def status(self, diagnostic: Diagnostic, shown: Diagnostic | None, finding: Finding | None) -> RunFinding:
        """Return the status of a finding of the check, given the same finding of the run."""
        rule = self.rules.get(diagnostic.code)
        if shown is not None and finding is not None and self.is_proven(diagnostic.code):
            return self.confirmed(diagnostic, finding, shown)
        site = self.site_of(diagnostic.place)
        if site is None or rule is None:
            return RunFinding(diagnostic, Status.UNDECIDED, Witness("a run cannot show it"))
        caught = self.caught_message(site, rule)
        if caught:
            return RunFinding(diagnostic, Status.CONFIRMED, Witness(f"{caught} (the program caught it)"))
        if not self.evidence.executions(site):
            return RunFinding(diagnostic, Status.NOT_REACHED, Witness(self.not_reached(site)))
        reason = "" if shown is not None else self.evidence.refutation(diagnostic.code, site, bool(rule.raises) and not rule.raises_later)
        if reason:
            return RunFinding(diagnostic, Status.REFUTED, Witness(reason))
        return RunFinding(diagnostic, Status.UNDECIDED, Witness(self.undecided(site, rule)))

    def confirmed(self, diagnostic: Diagnostic, finding: Finding, shown: Diagnostic, *, only_in_run: bool = False) -> RunFinding:
        """Return a finding that the run shows, with its evidence and its picture."""
        witness = self.witness(finding, shown)
        life = None
        if self.draws:
            drawn = life_of(self.run, finding, self.rules[finding.code].story, self.sources.get)
            life = replace(drawn, from_run=True, bytes=witness.bytes.total if witness.bytes is not None else None)
        return RunFinding(diagnostic, Status.CONFIRMED, witness, only_in_run, life)

    def witness(self, finding: Finding, shown: Diagnostic) -> Witness:
        """Return what the run showed of a confirmed finding."""
        rule = self.rules[finding.code]
        message, ending = rule.warns, self.trace.ending
        if any(is_on_line(event.site, finding.site) or rule.raises_later for event in self.trace.run.of(Raised)) and (
            rule.raises or rule.may_raise
        ):
            message = f"{ending.error}: {ending.message.strip()}"
        size = self.evidence.bytes(finding)
        return Witness(message, self.evidence.iteration(finding.site), size, shown.related)

    def caught_message(self, site: Site, rule: Rule) -> str:
        """Return the error at a site that the program caught, if it is the one that a rule reports; else ""."""
        errors = (message for place, message in self.trace.caught if is_on_line(place, site))
        return next((message for message in errors if rule.raises and re.search(rule.raises, message)), "")

    def site_of(self, place: Place) -> Site | None:
        """Return the line of a place as the parser counts it, None if its file was not part of the program."""
        source = self.sources.get(place.path)
        if source is None:
            return None
        lines = range(1, len(source.lines) + 1)
        line = next((line for line in lines if source.position(line, 0)[::2] == (place.start.row, place.start.cell)), None)
        return None if line is None else Site(place.path, line, 0, line, 0)

    def not_reached(self, site: Site) -> str:
        """Return why a line did not run."""
        return f"{self.where(site, site.path)} did not run{self.early_end(site)}"

    def undecided(self, site: Site, rule: Rule) -> str:
        """Return why a finding whose line ran is not decided: the doubt of its rule, if it has one."""
        count = times(self.evidence.executions(site))
        hint = ": more iterations (--steps) may show it" if self.trace.limited and not self.evidence.ended_early else ""
        doubt = self.doubt(rule, site)
        reason = f", and in this run {doubt}" if doubt else ", which neither shows nor disproves it"
        return f"{self.where(site, site.path)} ran {count}{reason}{hint}{self.early_end(site)}"

    def where(self, site: Site, path: str) -> str:
        """Return the line of a site in words, with its cell, and with its file if that is not `path`."""
        source = self.sources.get(site.path)
        position = source.position(site.line, site.column) if source is not None else None
        line = f"line {site.line}" if position is None else f"line {position.row}"
        cell = f" of cell {position.cell}" if position is not None and position.cell is not None else ""
        return f"{line}{cell}" if site.path == path else f"{line}{cell} of {site.path}"

    def early_end(self, site: Site) -> str:
        """Return a clause on the early end of the run, "" if it was not ended early."""
        ending = self.trace.ending
        if ending.error:
            place = Site(ending.path, ending.line, 0, ending.line, 0)
            return f"; {ending.limit or ending.error} ended the run on {self.where(place, site.path)}"
        return f"; {ending.limit} ended the run" if ending.limit else ""
