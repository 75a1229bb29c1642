/** The editor: Python with the findings underlined. */
import { python } from "@codemirror/lang-python";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, type Text } from "@codemirror/state";
import { oneDark } from "@codemirror/theme-one-dark";
import { EditorView, basicSetup } from "codemirror";

import type { Edit, Finding, Position } from "./protocol";

/** Return the offset of a position, in UTF-16 units, as the editor counts. */
export function offsetOf(text: Text, position: Position): number {
  if (position.row > text.lines) {
    return text.length;
  }
  const line = text.line(position.row);
  const before = Array.from(line.text).slice(0, position.column - 1).join("");
  return line.from + before.length;
}

export class Editor {
  private readonly view: EditorView;
  private readonly theme = new Compartment();

  constructor(parent: HTMLElement, code: string, onChange: () => void) {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.view = new EditorView({
      parent,
      doc: code,
      extensions: [
        basicSetup,
        python(),
        lintGutter(),
        this.theme.of(dark.matches ? oneDark : []),
        EditorView.contentAttributes.of({ "aria-label": "Code" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            onChange();
          }
        }),
      ],
    });
    dark.addEventListener("change", () => {
      this.view.dispatch({ effects: this.theme.reconfigure(dark.matches ? oneDark : []) });
    });
  }

  get code(): string {
    return this.view.state.doc.toString();
  }

  set code(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /** Underline the findings. */
  show(findings: readonly Finding[]): void {
    const { doc } = this.view.state;
    const diagnostics = findings.map((finding): Diagnostic => {
      const from = offsetOf(doc, finding.location);
      const to = Math.max(offsetOf(doc, finding.end_location), from);
      return { from, to, severity: finding.severity, source: finding.code, message: finding.message };
    });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Select the start of a line and scroll to it. */
  go(row: number, column = 1): void {
    const anchor = offsetOf(this.view.state.doc, { row, column });
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Make the edits of a fix, as one step of undo. */
  apply(edits: readonly Edit[]): void {
    const { doc } = this.view.state;
    const changes = edits.map((edit) => ({ from: offsetOf(doc, edit.location), to: offsetOf(doc, edit.end_location), insert: edit.content }));
    this.view.dispatch({ changes });
  }
}
