import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { EXPLAIN, type RulePage, suppressedRules } from "./rules";

const SCHEME = "graphlint-rule";

/** Shows rule pages as rendered, read-only documents. */
export class Explanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly pages = new Map<string, string>();
  private readonly registration: vscode.Disposable;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.path) ?? "";
  }

  /** Shows a page next to the code. */
  async show(page: RulePage): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${page.code} ${page.name}.md` });
    this.pages.set(uri.path, page.markdown);
    try {
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    } catch {
      // The Markdown extension may be disabled.
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** Shows the page of the rule under the cursor; if there are several, the user selects one. */
export async function explainUnderCursor(client: LanguageClient, editor: vscode.TextEditor, explanations: Explanations): Promise<void> {
  const codes = codesAt(editor);
  if (codes.length === 0) {
    void vscode.window.showInformationMessage("This line has no graphlint finding and no suppression comment that names a rule.");
    return;
  }
  const code = codes.length === 1 ? codes[0] : await vscode.window.showQuickPick(codes, { title: "Which rule?" });
  if (code !== undefined) {
    await explanations.show(await client.sendRequest<RulePage>("workspace/executeCommand", { command: EXPLAIN, arguments: [code] }));
  }
}

/** Returns the rules of the findings at the cursor, else on its line, else those named in a suppression comment on its line. */
function codesAt(editor: vscode.TextEditor): string[] {
  const { document, selection } = editor;
  const diagnostics = vscode.languages.getDiagnostics(document.uri).filter((item) => item.source === "graphlint");
  const line = document.lineAt(selection.active.line);
  const atCursor = diagnostics.filter((item) => item.range.contains(selection.active));
  const onLine = diagnostics.filter((item) => item.range.intersection(line.range) !== undefined);
  const ruleCodes = (atCursor.length > 0 ? atCursor : onLine).map(codeOf);
  return [...new Set(ruleCodes.length > 0 ? ruleCodes : suppressedRules(line.text))];
}

function codeOf(item: vscode.Diagnostic): string {
  return String(typeof item.code === "object" ? item.code.value : item.code);
}
