/** The messages between the page and its worker, and the records of graphlint in them: those of its JSON report. */

/** A place in the code: rows and columns count from 1, columns in characters (not in UTF-16 units). */
export interface Position {
  readonly row: number;
  readonly column: number;
}

export interface Edit {
  readonly content: string;
  readonly location: Position;
  readonly end_location: Position;
}

export interface Fix {
  readonly applicability: string;
  readonly message: string;
  readonly edits: readonly Edit[];
}

export interface Related {
  readonly message: string;
  readonly location: Position;
  readonly end_location: Position;
}

export interface Finding {
  readonly code: string;
  readonly name: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly notes: readonly string[];
  readonly help: string | null;
  readonly location: Position;
  readonly end_location: Position;
  readonly related: readonly Related[];
  readonly url: string | null;
  readonly fix: Fix | null;
  /** The picture as SVG, "" if nothing can be drawn. */
  readonly picture: string;
  /** The changed lines of the fix, as a unified diff without context. */
  readonly diff: readonly string[];
}

export interface CheckAnswer {
  readonly findings: readonly Finding[];
  readonly failures: readonly string[];
  readonly assumed: readonly string[];
}

export interface ExplainAnswer {
  readonly code: string | null;
  readonly name: string | null;
  readonly message: string;
  readonly raised: { readonly row: number } | null;
  readonly causes: readonly { readonly role: string; readonly row: number; readonly message: string }[];
  readonly notes: readonly string[];
  readonly help: string | null;
  readonly next: readonly string[];
  readonly fix: Fix | null;
  readonly url: string | null;
}

/** What cannot be done, such as a check under wrong settings. */
export interface ErrorAnswer {
  readonly error: string;
}

export type Request =
  | { readonly kind: "check"; readonly code: string; readonly settings: string; readonly snippet: boolean }
  | { readonly kind: "explain"; readonly code: string; readonly settings: string; readonly traceback: string };

export interface ToWorker {
  readonly id: number;
  readonly request: Request;
}

export type FromWorker =
  | { readonly kind: "stage"; readonly stage: string }
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly id: number; readonly answer: CheckAnswer | ExplainAnswer | ErrorAnswer }
  | { readonly kind: "failed"; readonly message: string };
