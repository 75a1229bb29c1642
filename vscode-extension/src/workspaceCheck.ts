import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type WorkspaceDiagnosticReport, WorkspaceDiagnosticRequest } from "vscode-languageclient/node";

import { SECTION } from "./settings";

// Delay that collects changes of several files into one check.
const DELAY_IN_MS = 300;

/**
 * Findings of files that are not open, after the user has requested them; open files are checked separately.
 *
 * They are updated after changes until the server restarts.
 */
export class WorkspaceCheck implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection(`${SECTION} workspace`);
  private readonly reports = new Map<string, { readonly resultId: string | undefined; readonly items: vscode.Diagnostic[] }>();
  private readonly listeners: vscode.Disposable;
  private client: LanguageClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pendingPull: vscode.CancellationTokenSource | undefined;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher("**/{*.py,*.pyi,graphlint.toml,.graphlint.toml,pyproject.toml}");
    this.listeners = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(() => { this.schedulePull(); }),
      watcher.onDidCreate(() => { this.schedulePull(); }),
      watcher.onDidDelete(() => { this.schedulePull(); }),
      vscode.window.tabGroups.onDidChangeTabs(() => { this.show(); }),
      vscode.workspace.onDidOpenTextDocument(() => { this.show(); }),
      vscode.workspace.onDidCloseTextDocument(() => { this.show(); }),
    );
  }

  /** Checks all files with cancellable progress. */
  async run(client: LanguageClient): Promise<void> {
    this.client = client;
    const progress = { location: vscode.ProgressLocation.Notification, title: "graphlint: checking the workspace", cancellable: true };
    const done = await vscode.window.withProgress(progress, (_, token) => this.pull(client, token));
    if (!done && this.reports.size === 0) {
      this.client = undefined;
    } else if (done) {
      await vscode.commands.executeCommand("workbench.actions.view.problems");
      const findings = vscode.languages.getDiagnostics().flatMap(([, items]) => items.filter((item) => item.source === SECTION));
      void vscode.window.setStatusBarMessage(`graphlint: ${findings.length} findings in the workspace`, 10_000);
    }
  }

  /** Removes all findings after the server has stopped. */
  clear(): void {
    clearTimeout(this.timer);
    this.pendingPull?.cancel();
    this.client = undefined;
    this.reports.clear();
    this.collection.clear();
  }

  dispose(): void {
    this.clear();
    vscode.Disposable.from(this.collection, this.listeners).dispose();
  }

  private schedulePull(): void {
    const { client } = this;
    if (client === undefined) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.pendingPull?.cancel();
      this.pendingPull = new vscode.CancellationTokenSource();
      this.pull(client, this.pendingPull.token).catch((error: unknown) => { client.warn(`checking the workspace: ${String(error)}`); });
    }, DELAY_IN_MS);
  }

  /** Pulls changed findings; returns false if it was cancelled. */
  private async pull(client: LanguageClient, token: vscode.CancellationToken): Promise<boolean> {
    const previousResultIds = [...this.reports].flatMap(([uri, { resultId }]) => (resultId === undefined ? [] : [{ uri, value: resultId }]));
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
      // The answer includes cells of open notebooks, which are already shown.
      if (item.kind === "full" && vscode.Uri.parse(item.uri).scheme === "file") {
        const items = await client.protocol2CodeConverter.asDiagnostics(item.items);
        this.reports.set(item.uri, { resultId: item.resultId, items });
      }
    }
    this.show();
    return true;
  }

  /** Shows the findings of files that are not open; open files show those of their current text. */
  private show(): void {
    const openFiles = new Set(
      vscode.window.tabGroups.all.flatMap((group) => group.tabs).flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
    );
    for (const [uri, { items }] of this.reports) {
      const file = vscode.Uri.parse(uri);
      if (openFiles.has(file.toString())) {
        this.collection.delete(file);
      } else {
        this.collection.set(file, items);
      }
    }
  }
}
