import assert from "node:assert/strict";

import * as vscode from "vscode";

import { ADVERSARIAL, BACKWARD_TWICE, CELLS, KEEPING, KEPT, RETAINED, RETAINING } from "../support/projects";
import { until } from "../support/until";
import { PREFIX } from "./output";

const CASES: Record<string, () => Promise<void>> = {
  "the installed extension is the packaged one, and its commands are there": async () => {
    const extension = vscode.extensions.getExtension("graphlint.graphlint");
    assert.ok(extension);
    const known = await vscode.commands.getCommands(true);
    const manifest = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    for (const { command } of manifest.contributes.commands) {
      await extension.activate();
      assert.ok(known.includes(command) || (await vscode.commands.getCommands(true)).includes(command), command);
    }
  },

  "diagnostics carry code, severity, source, range and related places": async () => {
    const document = await opened("adversarial.py");
    const [item] = await findings(document, 1);
    assert.ok(item);
    assert.equal(codeOf(item), BACKWARD_TWICE.code);
    assert.equal(item.source, "graphlint");
    assert.equal(item.severity, vscode.DiagnosticSeverity.Error);
    assert.deepEqual(item.range, new vscode.Range(BACKWARD_TWICE.line - 1, 4, BACKWARD_TWICE.line - 1, 19));
    assert.deepEqual(
      item.relatedInformation?.map(({ location, message }) => [location.uri.toString(), location.range.start.line + 1, message]),
      [
        [document.uri.toString(), BACKWARD_TWICE.built, "graph built here"],
        [document.uri.toString(), BACKWARD_TWICE.freed, "freed by this `backward()`"],
      ],
    );
  },

  "what needs not be there is marked as unnecessary": async () => {
    const [item] = await findings(await opened("retaining.py"), 1);
    assert.equal(item && codeOf(item), RETAINED.code);
    assert.deepEqual(item?.tags, [vscode.DiagnosticTag.Unnecessary]);
  },

  "code actions: the preferred fix, what silences a finding, what explains its rule": async () => {
    const document = await opened("training.py");
    const [item] = await findings(document, 1);
    assert.ok(item);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, item.range, undefined, 10);
    const titles = actions.map(({ title }) => title);
    const preferred = actions.find(({ isPreferred }) => isPreferred);
    assert.match(preferred?.title ?? "", new RegExp(`^${KEPT.code}: Detach`));
    assert.ok(titles.includes(`Ignore ${KEPT.code} for this line`), titles.join());
    assert.deepEqual(actions.find(({ title }) => title === `Explain ${KEPT.code}`)?.command?.command, "graphlint.explainRule");
    assert.ok(preferred?.edit);
    await vscode.workspace.applyEdit(preferred.edit);
    assert.equal(document.getText(), KEPT.fixed);
    await findings(document, 0);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.equal((await findings(document, 1)).length, 1);
  },

  "all safe fixes at once, as a source action and as a command": async () => {
    const document = await opened("retaining.py");
    await findings(document, 1);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, whole, "source.fixAll", 10);
    assert.deepEqual(actions.map(({ kind }) => kind?.value), ["source.fixAll.graphlint"]);
    await vscode.commands.executeCommand("graphlint.fixFile");
    await until("the fix", () => document.getText() === RETAINED.fixed);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.equal(document.getText(), RETAINING);
  },

  "hovers tell the life of a graph, and can be switched off": async () => {
    const document = await opened("adversarial.py");
    const place = new vscode.Position(BACKWARD_TWICE.built - 1, 5);
    const hovers = await until("a hover", async () => some(await hoversAt(document, place)));
    assert.match(hovers.join(), new RegExp(`freed by \`backward\\(\\)\` on \\[line ${BACKWARD_TWICE.freed}\\]`));
    await withSetting("hover", false, () => until("no hover", async () => (await hoversAt(document, place)).length === 0));
    await until("the hover again", async () => some(await hoversAt(document, place)));
  },

  "hints say where something is notable, lenses where graphs are built, and both can be switched": async () => {
    const document = await opened("adversarial.py");
    const hints = await until("hints", async () => some(await hintsIn(document)));
    assert.ok(hints.includes(`${BACKWARD_TWICE.line} raises: graph freed on line ${BACKWARD_TWICE.freed}`), hints.join());
    await withSetting("codeLens", true, async () => {
      const lenses = await until("lenses", async () => some(await lensesIn(document)));
      assert.match(lenses.join(), /graph built here/);
    });
    await withSetting("inlayHints", false, () => until("no hints", async () => (await hintsIn(document)).length === 0));
    await withSetting("codeLens", false, () => until("no lenses", async () => (await lensesIn(document)).length === 0));
  },

  "rules that are ignored are not reported, without a restart": async () => {
    const document = await opened("training.py");
    await findings(document, 1);
    await withSetting("ignore", [KEPT.code], () => findings(document, 0));
    await withSetting("select", ["GL1"], () => findings(document, 0));
    await findings(document, 1);
  },

  "another settings file applies when it is named": async () => {
    const document = await opened("training.py");
    await findings(document, 1);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "other-settings.toml");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`ignore = ["${KEPT.code}"]`));
    await withSetting("config", "other-settings.toml", () => findings(document, 0));
    await findings(document, 1);
    await vscode.workspace.fs.delete(file);
  },

  "codes of rules are completed in a pyproject.toml": async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "pyproject.toml");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('[tool.graphlint]\nignore = ["GL10"]\n'));
    await vscode.workspace.openTextDocument(file);
    const place = new vscode.Position(1, 'ignore = ["GL10'.length);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", file, place);
    const item = items.find(({ insertText }) => insertText === KEPT.code);
    assert.match(JSON.stringify(item?.label), /GL202 accumulated-graph/);
    assert.deepEqual(item?.range, new vscode.Range(place.translate(0, -"GL10".length), place));
    await vscode.workspace.fs.delete(file);
  },

  "an error in a settings file is shown in it": async () => {
    const document = await opened("training.py");
    await findings(document, 1);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, "graphlint.toml");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('[severity]\n\nignore = ["GL999"]\n'));
    const [item] = await until("the error", () => some(vscode.languages.getDiagnostics(file)));
    assert.match(item?.message ?? "", /^severity: /);
    assert.equal(item?.range.start.line, 0);
    await vscode.workspace.fs.delete(file);
    await until("no error", () => vscode.languages.getDiagnostics(file).length === 0);
    await findings(document, 1);
  },

  "with `run` on save, an edit is checked when it is saved": async () => {
    const document = await opened("saved.py");
    await findings(document, 1);
    await withSetting("run", "onSave", async () => {
      await heard();
      await replace(document, KEPT.fixed);
      // A file that is edited later has been checked: this one was passed over.
      const other = await opened("training.py");
      await findings(other, 1);
      assert.equal(vscode.languages.getDiagnostics(document.uri).length, 1);
      await document.save();
      await findings(document, 0);
    });
  },

  "without the offer of all fixes, none is made at once": async () => {
    const document = await opened("retaining.py");
    await findings(document, 1);
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    await withSetting("fixAll", false, () =>
      until("no offer", async () => {
        const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, whole, "source.fixAll", 10);
        return actions.length === 0;
      }),
    );
  },

  "the cells of a notebook are one program": async () => {
    const data = new vscode.NotebookData(CELLS.map((text) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "python")));
    const notebook = await vscode.workspace.openNotebookDocument("jupyter-notebook", data);
    await vscode.window.showNotebookDocument(notebook);
    const [first, second] = notebook.getCells();
    assert.ok(first && second);
    const [item] = await findings(second.document, 1);
    assert.equal(item && codeOf(item), BACKWARD_TWICE.code);
    assert.deepEqual(vscode.languages.getDiagnostics(first.document.uri), []);
    await replace(second.document, "print(weight.grad)");
    await findings(second.document, 0);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "texts that are no files are checked": async () => {
    const document = await vscode.workspace.openTextDocument({ language: "python", content: KEEPING });
    await vscode.window.showTextDocument(document);
    await findings(document, 1);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "the rule under the cursor is explained by a page of Markdown": async () => {
    const document = await opened("training.py");
    await findings(document, 1);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(KEPT.line - 1, KEPT.column, KEPT.line - 1, KEPT.column);
    await vscode.commands.executeCommand("graphlint.explain");
    const page = await until("the page", () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "graphlint-rule"));
    assert.match(page.getText(), /^# accumulated-graph \(GL202\)/);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  },

  "the graph of the finding under the cursor is drawn next to the code": async () => {
    const document = await opened("training.py");
    await findings(document, 1);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(KEPT.line - 1, KEPT.column, KEPT.line - 1, KEPT.column);
    await vscode.commands.executeCommand("graphlint.graph");
    const tabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await until("the picture", () => tabs().find(({ label }) => label === "Graph Lifetime"));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, editor.selection.active);
    const texts = hovers.flatMap(({ contents }) => contents).flatMap((item) => (item instanceof vscode.MarkdownString ? [item.value] : []));
    assert.ok(texts.some((text) => text.startsWith("[Show the lifetime of this graph](command:graphlint.graphAt?")), texts.join());
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  },

  "the traceback in the clipboard is explained on a page next to the code": async () => {
    const document = await opened("adversarial.py");
    const line = BACKWARD_TWICE.line;
    const text = document.lineAt(line - 1).text.trim();
    const message = "RuntimeError: Trying to backward through the graph a second time.";
    await vscode.env.clipboard.writeText(
      `Traceback (most recent call last):\n  File "${document.uri.fsPath}", line ${line}, in <module>\n    ${text}\n${message}\n`,
    );
    await vscode.commands.executeCommand("graphlint.traceback");
    // The texts of a page cannot be read from outside of it: tests of the page itself look at them.
    const isPage = ({ input }: vscode.Tab): boolean => input instanceof vscode.TabInputWebview && input.viewType.endsWith("graphlint.traceback");
    const page = await until("the page", () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(isPage));
    assert.match(page.label, /^Traceback: \S/);
    assert.notEqual(page.group.viewColumn, vscode.ViewColumn.One);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  },

  "a restart leaves everything as it was": async () => {
    const document = await opened("training.py");
    await findings(document, 1);
    await vscode.commands.executeCommand("graphlint.restart");
    await findings(document, 1);
    await replace(document, ADVERSARIAL);
    await until("the other finding", () => vscode.languages.getDiagnostics(document.uri).some((item) => codeOf(item) === BACKWARD_TWICE.code));
    await vscode.commands.executeCommand("workbench.action.files.revert");
  },

  "the interpreter that the Python Environments extension selects comes before PATH, as soon as it is selected": async () => {
    const selected = process.env["GRAPHLINT_PYTHON"] ?? "";
    const document = await opened("adversarial.py");
    await withSetting("selected", selected, async () => {
      await until("the selected interpreter", async () => (await debugInformation()).includes(`${selected} -m graphlint (the selected interpreter)\n  selected interpreter`));
      await findings(document, 1);
    }, "python-envs");
    await until("the one on PATH again", async () => /server: running.* \(PATH\)/.test(await debugInformation()));
    await findings(document, 1);
  },

  "rules are completed in settings": async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    // Not the settings of this window, which VS Code writes itself.
    const file = vscode.Uri.joinPath(folder.uri, "other.code-workspace");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('{ "settings": { "graphlint.select": [\n  \n] } }\n'));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
    await until("completions", async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", file, new vscode.Position(1, 2));
      const labels = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return labels.includes("GL101 double-backward") && labels.includes("GL1");
    });
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await vscode.workspace.fs.delete(file);
  },

  "debug information names the server, the search and the settings": async () => {
    const text = await debugInformation();
    assert.match(text, /server: running, graphlint \d.* \(PATH\)/);
    assert.match(text, /selected interpreter: none/);
    assert.match(text, /"run":"onType"/);
  },
};

/** Runs all cases; VS Code calls it in its extension host, and ends with a failure if it fails. */
export async function run(): Promise<void> {
  const failed: string[] = [];
  for (const [name, test] of Object.entries(CASES)) {
    try {
      await test();
      tell(`ok: ${name}`);
    } catch (error) {
      failed.push(name);
      tell(`FAILED: ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  if (failed.length > 0) {
    throw new Error(`${failed.length} of ${Object.keys(CASES).length} have failed`);
  }
}

function tell(line: string): void {
  // eslint-disable-next-line no-console -- the window hands it on to whoever has started it
  console.log(`${PREFIX}${line}`);
}

async function opened(name: string): Promise<vscode.TextDocument> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, name));
  await vscode.window.showTextDocument(document, { preview: false });
  return document;
}

async function replace(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

function findings(document: vscode.TextDocument, count: number): Promise<vscode.Diagnostic[]> {
  return until(`${count} findings in ${document.uri.path}`, () => {
    const found = vscode.languages.getDiagnostics(document.uri);
    return found.length === count ? found : undefined;
  });
}

async function debugInformation(): Promise<string> {
  return vscode.commands.executeCommand("graphlint.debugInformation");
}

async function withSetting(name: string, value: unknown, run: () => Promise<unknown>, section = "graphlint"): Promise<void> {
  const settings = vscode.workspace.getConfiguration(section);
  await settings.update(name, value, vscode.ConfigurationTarget.Workspace);
  try {
    await run();
  } finally {
    await settings.update(name, undefined, vscode.ConfigurationTarget.Workspace);
  }
}

/** Waits until the server has heard of the settings: it asks for all of them at once, so what shows that of one shows it of all. */
async function heard(): Promise<void> {
  const document = await opened("adversarial.py");
  await until("hints", async () => some(await hintsIn(document)));
  await withSetting("inlayHints", false, () => until("no hints", async () => (await hintsIn(document)).length === 0));
  await until("the hints again", async () => some(await hintsIn(document)));
  // With other settings all that is open is checked anew. What is opened now is checked after that.
  const last = await vscode.workspace.openTextDocument({ language: "python", content: KEEPING });
  await vscode.window.showTextDocument(last);
  await findings(last, 1);
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}

function codeOf(item: vscode.Diagnostic): unknown {
  return typeof item.code === "object" ? item.code.value : item.code;
}

function some<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined;
}

async function hoversAt(document: vscode.TextDocument, place: vscode.Position): Promise<string[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, place);
  return hovers.flatMap(({ contents }) => contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : "")));
}

async function hintsIn(document: vscode.TextDocument): Promise<string[]> {
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>("vscode.executeInlayHintProvider", document.uri, whole);
  return hints.map(({ label, position }) => `${position.line + 1} ${typeof label === "string" ? label : label.map(({ value }) => value).join("")}`);
}

async function lensesIn(document: vscode.TextDocument): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri);
  return lenses.map(({ command }) => command?.title ?? "");
}
