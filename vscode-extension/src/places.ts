import * as vscode from "vscode";

import type { PagePlace } from "./tracebackPage";

/** Shows a line of a file, or a cell of a notebook, in the first group of editors: the page is next to it. */
export async function openPlace(place: Omit<PagePlace, "label">): Promise<void> {
  const uri = vscode.Uri.file(place.filename);
  try {
    if (place.cell === null) {
      const line = new vscode.Range(place.row - 1, 0, place.row - 1, 0);
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, selection: line });
      return;
    }
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    const cell = new vscode.NotebookRange(place.cell - 1, place.cell);
    await vscode.window.showNotebookDocument(notebook, { viewColumn: vscode.ViewColumn.One, selections: [cell] });
  } catch (error) {
    void vscode.window.showWarningMessage(`graphlint: ${error instanceof Error ? error.message : String(error)}`);
  }
}
