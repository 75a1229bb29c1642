/** The server's command that explains a rule. */
export const EXPLAIN = "graphlint.explainRule";

/** A rule's page, as the server tells it. */
export interface RulePage {
  readonly code: string;
  readonly name: string;
  readonly markdown: string;
}

const NOQA = /#\s*noqa\s*:(.*)/i;
const OWN = /#\s*graphlint:\s*ignore(?:-file)?\s*\[([^\]]*)\]/i;

/** The rules that the comment of a line silences, by the codes or names that it gives. */
export function rulesIn(line: string): string[] {
  const codes = NOQA.exec(line)?.[1]?.match(/\bGL\d+\b/gi) ?? [];
  const words = OWN.exec(line)?.[1]?.split(",").map((word) => word.trim()) ?? [];
  return [...codes, ...words].filter((word) => word !== "");
}

/** Whether an answer of the server is a rule's page. */
export function isPage(answer: unknown): answer is RulePage {
  const page = answer as Partial<RulePage> | null | undefined;
  return typeof page?.code === "string" && typeof page.name === "string" && typeof page.markdown === "string";
}
