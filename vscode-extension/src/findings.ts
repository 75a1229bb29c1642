/** The rule of a file that does not parse. */
const SYNTAX_ERROR = "GL000";

/** Findings of a file: the code of each, and whether it is an error. */
export type Findings = readonly { readonly code: string; readonly isError: boolean }[];

/** What the status bar item says of a file. */
export interface Summary {
  /** Text after the name of the tool. */
  readonly label: string;
  /** Icon of the worst finding; undefined without findings. */
  readonly severity: "error" | "warning" | undefined;
  readonly description: string;
}

/** Summarizes the findings of a file. The findings of one that does not parse are those of its unchanged lines. */
export function summarize(findings: Findings): Summary {
  if (findings.some(({ code }) => code === SYNTAX_ERROR)) {
    return { label: ": syntax error", severity: "error", description: "This file does not parse." };
  }
  const count = findings.length;
  if (count === 0) {
    return { label: "", severity: undefined, description: "No findings in this file." };
  }
  const severity = findings.some(({ isError }) => isError) ? "error" : "warning";
  return { label: `: ${count}`, severity, description: `${count} ${count === 1 ? "finding" : "findings"} in this file.` };
}
