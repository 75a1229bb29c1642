"""Code actions: fixes of a finding, all safe fixes of a document, suppression comments, and rule explanations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from graphlint.check.diagnostic import Diagnostic, PlacedFix
from graphlint.check.suppression.add_noqa import UNSUPPRESSIBLE
from graphlint.fixes.refused import NOTE
from graphlint.rule.fix import Applicability
from graphlint.server.check_scheduler import Outcome
from graphlint.server.diagnostics import SOURCE
from graphlint.server.documents import Document
from graphlint.server.features.diagnostic import Diagnostics
from graphlint.server.features.execute_command import EXPLAIN, OPEN_GRAPH, SHOW_GRAPH
from graphlint.server.pictures import identity_data, read_identity
from graphlint.server.programs import OpenProgram
from graphlint.server.session import Session
from graphlint.server.shared_searches import SharedSearches
from graphlint.server.workers import messages
from graphlint.server.workers.messages import Identity, Program
from graphlint.server.workers.pool import Urgency, WorkerDied, WorkerFault
from graphlint.server.workspace_edits import workspace_edit

FIX_ALL = "source.fixAll.graphlint"
# Kind that editors request when they save a notebook.
FIX_NOTEBOOK = f"notebook.{FIX_ALL}"
OPTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, FIX_NOTEBOOK], resolve_provider=True)
UNSAFE_NOTE = "This fix may change the result of the program; see the rule's page."


class CodeActions:
    """Offers code actions and computes the edit of the chosen one.

    Args:
        session: the connection.
        diagnostics: the diagnostics as the client has them.
    """

    def __init__(self, session: Session, diagnostics: Diagnostics) -> None:
        self._session = session
        self._diagnostics = diagnostics
        self._searches: SharedSearches[messages.Fixes] = SharedSearches()

    async def offer(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        """Return the actions for a range."""
        document = self._session.documents.get(params.text_document.uri)
        program = self._session.program(params.text_document.uri)
        if document is None or program is None:
            return None
        outcome = await self._session.scheduler.outcome(program)
        only = params.context.only
        actions: list[types.CodeAction] = []
        if _matches(types.CodeActionKind.QuickFix, only):
            actions += await self._quick_fixes(program, document, outcome, params.range)
        # If the client did not ask for this kind, offer it only next to a quick fix, not on every line.
        if self._session.options(program).fix_all:
            if _matches(FIX_ALL, only) and (only or actions):
                actions.append(await self._fix_all(program, document, FIX_ALL))
            if document.notebook and only and _matches(FIX_NOTEBOOK, only):
                actions.append(await self._fix_all(program, document, FIX_NOTEBOOK))
        return actions

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """Compute the edit of a chosen action."""
        data = action.data
        if action.edit is not None or not isinstance(data, Mapping) or "uri" not in data:
            return action
        document = self._session.documents.get(data["uri"])
        program = self._session.program(data["uri"])
        if document is None or program is None or document.version != data.get("version"):
            raise JsonRpcContentModified("the document has changed since the action was offered")
        await self._fill(program, action, data)
        if document.version != data.get("version"):
            raise JsonRpcContentModified("the document has changed while the fix was computed")
        return action

    async def _quick_fixes(self, program: OpenProgram, document: Document, outcome: Outcome, span: types.Range) -> list[types.CodeAction]:
        report = self._diagnostics.report(document.uri)
        if outcome.program is None or report is None or outcome.versions.get(document.uri) != document.version:
            return []
        # The client's diagnostics are in the same order as the findings of the text.
        in_text = [item for item in outcome.result.diagnostics if program.part(item.place.start) is document]
        chosen = [(item, shown) for item, shown in zip(in_text, report.items, strict=False) if _intersect(shown.range, span)]
        found = await self._fixes(program, outcome, [Identity.of(item) for item, _ in chosen])
        fixes = dict(found.fixes)
        actions: list[types.CodeAction] = []
        ignoring: list[types.CodeAction] = []
        for item, shown in chosen:
            actions.extend(self._fix_actions(program, document, item, shown, fixes.get(Identity.of(item), ())))
            if Identity.of(item) in found.refused and self._session.client.disabled_actions:
                actions.append(_refused_action(item, shown))
        for item, shown in chosen:
            if item.code not in UNSUPPRESSIBLE and outcome.result.was_analyzed:
                ignoring.append(self._noqa_action(document, item, shown))
        actions.extend(_explain_action(shown, code) for code, shown in {str(shown.code): shown for _, shown in chosen}.items())
        actions.extend(self._graph_action(document, item, shown) for item, shown in chosen if self._is_drawn(item.code))
        # The first action is focused in editors, so that Enter takes it: it never silences a finding.
        actions.extend(ignoring)
        if not self._session.client.resolves_edits:
            for action in actions:
                if isinstance(action.data, Mapping) and action.edit is None:
                    await self._fill(program, action, action.data)
        return [action for action in actions if action.edit or action.command or action.data or action.disabled]

    def _fix_actions(
        self, program: OpenProgram, document: Document, item: Diagnostic, shown: types.Diagnostic, fixes: Iterable[PlacedFix]
    ) -> Iterator[types.CodeAction]:
        preferred = True
        for index, fix in enumerate(fixes):
            if fix.applicability is Applicability.DISPLAY:
                continue
            safe = fix.applicability is Applicability.SAFE
            action = types.CodeAction(
                f"{item.code}: {fix.message}" + ("" if safe else " (unsafe)"),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown],
                is_preferred=True if safe and preferred else None,
            )
            preferred = preferred and not safe
            if self._session.client.resolves_edits:
                action.data = {**_data(document, "fix"), **identity_data(Identity.of(item)), "index": index}
            else:
                action.edit = self._edit(program, fix)
            yield action

    def _noqa_action(self, document: Document, item: Diagnostic, shown: types.Diagnostic) -> types.CodeAction:
        return types.CodeAction(
            f"Ignore {item.code} for this line",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            data={**_data(document, "noqa"), **identity_data(Identity.of(item))},
        )

    async def _fix_all(self, program: OpenProgram, document: Document, kind: str) -> types.CodeAction:
        action = types.CodeAction("graphlint: fix all safe findings", kind=kind, data=_data(document, "all"))
        if not self._session.client.resolves_edits:
            await self._fill(program, action, _data(document, "all"))
        return action

    async def _fill(self, program: OpenProgram, action: types.CodeAction, data: Mapping[str, Any]) -> None:
        """Compute the edit of an action."""
        outcome = await self._session.scheduler.outcome(program)
        if outcome.program is None or not outcome.result.was_analyzed:
            return
        config = self._session.folders.config(program.path)
        try:
            if data["action"] == "fix":
                identity = read_identity(data)
                fixes = dict((await self._fixes(program, outcome, [identity])).fixes).get(identity, ())
                if data["index"] < len(fixes):
                    action.edit = self._edit(program, fixes[data["index"]])
                return
            request = (
                messages.AddNoqa(outcome.program, config, outcome.context, read_identity(data))
                if data["action"] == "noqa"
                else messages.FixAll(outcome.program, config, outcome.context)
            )
            edits = await self._session.pool.request(request, Urgency.CLIENT_REQUEST)
        except (WorkerDied, WorkerFault) as error:
            self._fail(outcome.program, error)
            return
        action.edit = workspace_edit(self._session, program, edits.edits)

    async def _fixes(self, program: OpenProgram, outcome: Outcome, identities: list[Identity]) -> messages.Fixes:
        """Return the fixes of some findings."""
        if not identities or outcome.program is None or not outcome.result.was_analyzed:
            return messages.Fixes()
        config, subject = self._session.folders.config(program.path), (outcome.revision, tuple(identities))
        request = messages.FindFixes(outcome.program, config, outcome.context, tuple(identities))
        try:
            return await self._searches.answer(program.uri, subject, self._session.pool.request(request, Urgency.CLIENT_REQUEST))
        except (WorkerDied, WorkerFault) as error:
            self._fail(outcome.program, error)
            return messages.Fixes()

    def _is_drawn(self, code: str) -> bool:
        page = self._session.pages.get(code.casefold())
        return page is not None and page.is_drawn

    def _graph_action(self, document: Document, item: Diagnostic, shown: types.Diagnostic) -> types.CodeAction:
        title, name = "Show the lifetime of this graph", SHOW_GRAPH if self._session.client.shows_pictures else OPEN_GRAPH
        command = types.Command(title=title, command=name, arguments=[document.uri, identity_data(Identity.of(item))])
        return types.CodeAction(f"{title} ({item.code})", kind=types.CodeActionKind.QuickFix, diagnostics=[shown], command=command)

    def _fail(self, program: Program, error: Exception) -> None:
        self._session.notifier.failure(program.name, f"internal error in {program.name}: fixes cannot be computed", str(error))

    def _edit(self, program: OpenProgram, fix: PlacedFix) -> types.WorkspaceEdit | None:
        unsafe = "" if fix.applicability is Applicability.SAFE else UNSAFE_NOTE
        return workspace_edit(self._session, program, fix.edits, unsafe)


def _refused_action(item: Diagnostic, shown: types.Diagnostic) -> types.CodeAction:
    """Return an action that cannot be chosen, and says why the finding has no fix."""
    title, reason = f"{item.code}: no fix", types.CodeActionDisabled(NOTE)
    return types.CodeAction(title, kind=types.CodeActionKind.QuickFix, diagnostics=[shown], disabled=reason)


def _explain_action(shown: types.Diagnostic, code: str) -> types.CodeAction:
    command = types.Command(title=f"Explain {code}", command=EXPLAIN, arguments=[code])
    return types.CodeAction(f"Explain {code}", kind=types.CodeActionKind.QuickFix, diagnostics=[shown], command=command)


def _matches(kind: str, only: Iterable[str] | None) -> bool:
    """Return whether a client that requests some kinds of actions accepts this one."""
    return only is None or any(kind == parent or kind.startswith(f"{parent}.") or not parent for parent in only)


def _intersect(first: types.Range, second: types.Range) -> bool:
    return _key(first.start) <= _key(second.end) and _key(second.start) <= _key(first.end)


def _key(place: types.Position) -> tuple[int, int]:
    return (place.line, place.character)


def _data(document: Document, action: str) -> dict[str, Any]:
    return {"source": SOURCE, "uri": document.uri, "version": document.version, "action": action}
