import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { debugInformation } from "./debugInformation";
import { explainUnderCursor, type Explanations } from "./explanation";
import type { Log } from "./log";
import type { Supervisor } from "./supervisor";
import type { WorkspaceCheck } from "./workspaceCheck";

/** What the commands work on. */
export interface Parts {
  readonly log: Log;
  readonly supervisor: Supervisor;
  readonly explanations: Explanations;
  readonly workspaceCheck: WorkspaceCheck;
}

/** Registers all commands of the palette. */
export function registerCommands({ log, supervisor, explanations, workspaceCheck }: Parts): vscode.Disposable {
  const all: Record<string, () => unknown> = {
    restart: () => supervisor.restart(),
    showLog: () => { log.show(true); },
    fixFile: () => withServer(supervisor, withEditor(fixFile)),
    explain: () => withServer(supervisor, withEditor((client, editor) => explainUnderCursor(client, editor, explanations))),
    checkWorkspace: () => withServer(supervisor, (client) => workspaceCheck.run(client)),
    debugInformation: async () => {
      const told = await debugInformation(supervisor);
      log.appendLine(told);
      log.show(true);
      return told;
    },
  };
  return vscode.Disposable.from(...Object.entries(all).map(([name, run]) => vscode.commands.registerCommand(`graphlint.${name}`, run)));
}

async function withServer(supervisor: Supervisor, run: (client: LanguageClient) => Promise<void>): Promise<void> {
  const { client } = supervisor;
  if (client === undefined) {
    const chosen = await vscode.window.showWarningMessage("graphlint does not run.", "Restart", "Show Log");
    if (chosen !== undefined) {
      await vscode.commands.executeCommand(chosen === "Restart" ? "graphlint.restart" : "graphlint.showLog");
    }
    return;
  }
  await run(client);
}

function withEditor(run: (client: LanguageClient, editor: vscode.TextEditor) => Promise<void>): (client: LanguageClient) => Promise<void> {
  return async (client) => {
    const editor = vscode.window.activeTextEditor;
    if (editor?.document.languageId !== "python") {
      void vscode.window.showInformationMessage("No Python file is open in the active editor.");
      return;
    }
    await run(client, editor);
  };
}

async function fixFile(client: LanguageClient, editor: vscode.TextEditor): Promise<void> {
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  const applied = await client.sendRequest<boolean>("workspace/executeCommand", { command: "graphlint.fixAll", arguments: [{ uri }] });
  if (!applied) {
    void vscode.window.showInformationMessage("graphlint: there is nothing here that can be fixed safely.");
  }
}
