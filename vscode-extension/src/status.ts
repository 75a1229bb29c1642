import * as vscode from "vscode";

import { commandLine } from "./server/candidates";
import type { Standing } from "./supervisor";

/** Where the server stands, in the status bar while Python is open. A click opens the log. */
export class Status implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;
  private readonly listener: vscode.Disposable;
  private standing: Standing = { kind: "stopped" };

  constructor() {
    this.item = vscode.window.createStatusBarItem("graphlint.status", vscode.StatusBarAlignment.Right, 50);
    this.item.name = "graphlint";
    this.item.command = "graphlint.showLog";
    this.listener = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => { this.draw(); }),
      vscode.window.onDidChangeActiveNotebookEditor(() => { this.draw(); }),
    );
  }

  /** Shows how the server stands. */
  show(standing: Standing): void {
    this.standing = standing;
    this.draw();
  }

  dispose(): void {
    vscode.Disposable.from(this.item, this.listener).dispose();
  }

  private draw(): void {
    const { icon, told, alarming } = inWords(this.standing);
    this.item.text = `$(${icon}) graphlint`;
    this.item.tooltip = new vscode.MarkdownString(`graphlint ${told}\n\nClick to show the log.`);
    this.item.backgroundColor = alarming ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.accessibilityInformation = { label: `graphlint ${told}` };
    const python = vscode.window.activeTextEditor?.document.languageId === "python" || vscode.window.activeNotebookEditor !== undefined;
    if (python || alarming) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
}

function inWords(standing: Standing): { icon: string; told: string; alarming: boolean } {
  switch (standing.kind) {
    case "off":
      return { icon: "circle-slash", told: "is switched off", alarming: false };
    case "stopped":
      return { icon: "circle-slash", told: "does not run", alarming: false };
    case "searching":
      return { icon: "sync~spin", told: "is being looked for", alarming: false };
    case "starting":
      return { icon: "sync~spin", told: `${standing.server.version} is starting`, alarming: false };
    case "restarting":
      return { icon: "sync~spin", told: "has died and is started again", alarming: false };
    case "running":
      return { icon: "check", told: `${standing.server.version} runs: \`${commandLine(standing.server)}\` (${standing.server.origin})`, alarming: false };
    case "missing":
      return { icon: "warning", told: "was not found", alarming: true };
    case "outdated":
      return { icon: "warning", told: `${standing.server.version} is too old: \`${commandLine(standing.server)}\``, alarming: true };
    case "failed":
      return { icon: "error", told: `does not run: ${standing.why}`, alarming: true };
  }
}
