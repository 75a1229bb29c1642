import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type WorkspaceDiagnosticReport, WorkspaceDiagnosticRequest } from "vscode-languageclient/node";

import { SECTION } from "./settings";

// Files that are saved or changed by others together are looked at together.
const PAUSE_IN_MS = 300;

/**
 * The findings of all files, once they were asked for: those that are not open, as open ones are checked anyway.
 *
 * From then on they are kept right, until the server is started anew.
 */
export class WorkspaceCheck implements vscode.Disposable {
  private readonly found = vscode.languages.createDiagnosticCollection(`${SECTION} workspace`);
  private readonly known = new Map<string, { readonly resultId: string | undefined; readonly items: vscode.Diagnostic[] }>();
  private readonly listeners: vscode.Disposable;
  private client: LanguageClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private underWay: vscode.CancellationTokenSource | undefined;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher("**/{*.py,*.pyi,graphlint.toml,.graphlint.toml,pyproject.toml}");
    this.listeners = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(() => { this.soon(); }),
      watcher.onDidCreate(() => { this.soon(); }),
      watcher.onDidDelete(() => { this.soon(); }),
      vscode.window.tabGroups.onDidChangeTabs(() => { this.show(); }),
      vscode.workspace.onDidOpenTextDocument(() => { this.show(); }),
      vscode.workspace.onDidCloseTextDocument(() => { this.show(); }),
    );
  }

  /** Checks all files, in the view of the person, who may cancel it. */
  async run(client: LanguageClient): Promise<void> {
    this.client = client;
    const progress = { location: vscode.ProgressLocation.Notification, title: "graphlint: checking the workspace", cancellable: true };
    const done = await vscode.window.withProgress(progress, (_, token) => this.pull(client, token));
    if (!done && this.known.size === 0) {
      this.client = undefined;
    } else if (done) {
      await vscode.commands.executeCommand("workbench.actions.view.problems");
      const findings = vscode.languages.getDiagnostics().flatMap(([, items]) => items.filter((item) => item.source === SECTION));
      void vscode.window.setStatusBarMessage(`graphlint: ${findings.length} findings in the workspace`, 10_000);
    }
  }

  /** Forgets all findings: the server that made them is gone. */
  forget(): void {
    clearTimeout(this.timer);
    this.underWay?.cancel();
    this.client = undefined;
    this.known.clear();
    this.found.clear();
  }

  dispose(): void {
    this.forget();
    vscode.Disposable.from(this.found, this.listeners).dispose();
  }

  private soon(): void {
    const { client } = this;
    if (client === undefined) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.underWay?.cancel();
      this.underWay = new vscode.CancellationTokenSource();
      this.pull(client, this.underWay.token).catch((error: unknown) => { client.warn(`checking the workspace: ${String(error)}`); });
    }, PAUSE_IN_MS);
  }

  /** Asks for what has changed; whether an answer came before it was cancelled. */
  private async pull(client: LanguageClient, token: vscode.CancellationToken): Promise<boolean> {
    const previousResultIds = [...this.known].flatMap(([uri, { resultId }]) => (resultId === undefined ? [] : [{ uri, value: resultId }]));
    let report: WorkspaceDiagnosticReport;
    try {
      report = await client.sendRequest(WorkspaceDiagnosticRequest.type, { identifier: SECTION, previousResultIds }, token);
    } catch (error) {
      if (token.isCancellationRequested) {
        return false;
      }
      throw error;
    }
    if (token.isCancellationRequested || client !== this.client) {
      return false;
    }
    for (const item of report.items) {
      // The cells of notebooks that are open are told as well, and are shown already.
      if (item.kind === "full" && vscode.Uri.parse(item.uri).scheme === "file") {
        const items = await client.protocol2CodeConverter.asDiagnostics(item.items);
        this.known.set(item.uri, { resultId: item.resultId, items });
      }
    }
    this.show();
    return true;
  }

  /** Shows what is known of the files that are not open: those that are show what the check of their text has found. */
  private show(): void {
    const shown = new Set(
      vscode.window.tabGroups.all.flatMap((group) => group.tabs).flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
    );
    for (const [uri, { items }] of this.known) {
      const file = vscode.Uri.parse(uri);
      if (shown.has(file.toString())) {
        this.found.delete(file);
      } else {
        this.found.set(file, items);
      }
    }
  }
}
