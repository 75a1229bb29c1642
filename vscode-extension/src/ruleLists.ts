const SECTION = "tool.graphlint.";
const LISTS = ["select", "ignore", "extend-select", "extend-ignore"].map((key) => SECTION + key);
const TABLES = ["per-file-ignores", "extend-per-file-ignores"].map((key) => SECTION + key);
/** Tokens of TOML, as far as they tell where the text ends: in a string, in brackets, or after a key. A string may be unfinished. */
const TOKEN = /#[^\n]*|"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*(?:"|$)|'[^'\n]*(?:'|$)|[[\]{}=\n]|[^\s"'#[\]{}=]+/g;

/**
 * Returns the started code or name of a rule at the end of the text of a pyproject.toml; undefined if no rule is expected there.
 *
 * Rules are strings in the lists of graphlint's table that select them.
 */
export function startedRule(text: string): string | undefined {
  const brackets: string[] = [];
  let [table, key, line] = ["", "", ""];
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    last = token;
    if (token === "\n" && brackets.length === 0) {
      table = /^\[([^[\]]+)\]$/.exec(line)?.[1] ?? table;
      line = "";
    } else if (token === "=" && brackets.length === 0) {
      key = [table, line].filter((part) => part !== "").join(".");
    } else if ((token === "[" || token === "{") && line.includes("=")) {
      brackets.push(token);
    } else if ((token === "]" || token === "}") && brackets.length > 0) {
      brackets.pop();
    }
    if (brackets.length === 0 && token !== "\n" && !token.startsWith("#")) {
      line += token;
    }
  }
  const started = /^(?:"([^"]*)|'([^']*))$/.exec(last);
  const isList = brackets.at(-1) === "[" && (LISTS.includes(key) || TABLES.some((name) => key === name || key.startsWith(`${name}.`)));
  return isList && started !== null ? (started[1] ?? started[2]) : undefined;
}
