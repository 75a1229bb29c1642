import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

import { debugInformation } from "./debugInformation";
import { explainUnderCursor, type Explanations } from "./explanation";
import { showUnderCursor } from "./graphView";
import type { Log } from "./log";
import type { Notices } from "./notices";
import type { TracebackView } from "./traceback";
import type { Supervisor } from "./supervisor";
import type { WorkspaceCheck } from "./workspaceCheck";

/** Parts of the extension that the commands use. */
export interface Parts {
  readonly log: Log;
  readonly supervisor: Supervisor;
  readonly explanations: Explanations;
  readonly tracebacks: TracebackView;
  readonly workspaceCheck: WorkspaceCheck;
  readonly notices: Notices;
}

/** Registers all commands of the palette. */
export function registerCommands({ log, supervisor, explanations, tracebacks, workspaceCheck, notices }: Parts): vscode.Disposable {
  const all: Record<string, () => unknown> = {
    install: () => notices.installOnRequest(),
    restart: () => supervisor.restart(),
    showLog: () => { log.show(true); },
    fixFile: () => withServer(supervisor, withEditor(fixFile)),
    explain: () => withServer(supervisor, withEditor((client, editor) => explainUnderCursor(client, editor, explanations))),
    graph: () => withServer(supervisor, withEditor((_, editor) => showUnderCursor(editor))),
    traceback: () => withTrust(() => withServer(supervisor, (client) => tracebacks.explain(client))),
    checkWorkspace: () => withServer(supervisor, (client) => workspaceCheck.run(client)),
    debugInformation: async () => {
      const text = await debugInformation(supervisor);
      log.appendLine(text);
      log.show(true);
      return text;
    },
  };
  return vscode.Disposable.from(...Object.entries(all).map(([name, run]) => vscode.commands.registerCommand(`graphlint.${name}`, run)));
}

async function withTrust(run: () => Promise<void>): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage("Tracebacks are only explained in a trusted workspace.");
    return;
  }
  await run();
}

async function withServer(supervisor: Supervisor, run: (client: LanguageClient) => Promise<void>): Promise<void> {
  const { client } = supervisor;
  if (client === undefined) {
    const action = await vscode.window.showWarningMessage("graphlint is not running.", "Restart", "Show Log");
    if (action !== undefined) {
      await vscode.commands.executeCommand(action === "Restart" ? "graphlint.restart" : "graphlint.showLog");
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
    void vscode.window.showInformationMessage("graphlint: no safe fixes in this file.");
  }
}
