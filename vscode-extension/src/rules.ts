/** The server's command that explains a rule. */
export const EXPLAIN = "graphlint.explainRule";

/** A rule's page, as the server sends it. */
export interface RulePage {
  readonly code: string;
  readonly name: string;
  readonly markdown: string;
}

const NOQA = /#\s*noqa\s*:(.*)/i;
const IGNORE = /#\s*graphlint:\s*ignore(?:-file)?\s*\[([^\]]*)\]/i;

/** Returns the codes and names of rules in a line's suppression comment. */
export function suppressedRules(line: string): string[] {
  const codes = NOQA.exec(line)?.[1]?.match(/\bGL\d+\b/gi) ?? [];
  const words = IGNORE.exec(line)?.[1]?.split(",").map((word) => word.trim()) ?? [];
  return [...codes, ...words].filter((word) => word !== "");
}

/** Checks whether an answer of the server is a rule's page. */
export function isPage(answer: unknown): answer is RulePage {
  const page = answer as Partial<RulePage> | null | undefined;
  return typeof page?.code === "string" && typeof page.name === "string" && typeof page.markdown === "string";
}
