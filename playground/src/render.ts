/** Answers as elements. All text is set as text; a picture is parsed as SVG, in which the page's policy runs no script. */
import type { CheckAnswer, ExplainAnswer, Finding, Fix } from "./protocol";

/** What a click does. */
export interface Actions {
  readonly go: (row: number, column?: number) => void;
  readonly apply: (fix: Fix) => void;
}

type Child = Node | string | undefined;

function element(tag: string, attributes: Readonly<Record<string, string>>, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Return prose with `code` marked. */
function prose(text: string): (Node | string)[] {
  return text.split(/`([^`]*)`/).map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}

function button(label: string, act: () => void, kind = ""): HTMLElement {
  const made = element("button", { type: "button", class: kind }, label);
  made.addEventListener("click", act);
  return made;
}

function lineButton(row: number, column: number, actions: Actions): HTMLElement {
  return button(`line ${row}`, () => { actions.go(row, column); }, "line");
}

function rule(code: string, name: string, url: string | null): HTMLElement {
  const text = `${code} ${name}`;
  return url === null ? element("span", {}, text) : element("a", { href: url }, text);
}

function picture(svg: string): Node | undefined {
  if (svg === "") {
    return undefined;
  }
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return parsed.localName === "svg" ? element("div", { class: "picture" }, document.importNode(parsed, true)) : undefined;
}

function fixOf(fix: Fix | null, diff: readonly string[], actions: Actions): HTMLElement | undefined {
  if (fix === null) {
    return undefined;
  }
  const unsafe = fix.applicability === "safe" ? "" : ` (${fix.applicability})`;
  const lines = diff.map((line) => element("span", { class: line.startsWith("@@") ? "mute" : line.startsWith("+") ? "added" : "removed" }, `${line}\n`));
  const apply = button("Apply fix", () => { actions.apply(fix); }, "apply");
  return element("div", { class: "fix" }, element("p", {}, `Fix${unsafe}: `, ...prose(fix.message), " ", apply), lines.length > 0 ? element("pre", {}, ...lines) : undefined);
}

function items(texts: readonly Child[]): HTMLElement | undefined {
  return texts.length > 0 ? element("ul", {}, ...texts.map((text) => element("li", {}, text))) : undefined;
}

function paragraph(...children: Child[]): HTMLElement {
  return element("span", {}, ...children);
}

function finding(found: Finding, actions: Actions): HTMLElement {
  const { row, column } = found.location;
  const related = found.related.map((item) => paragraph(lineButton(item.location.row, item.location.column, actions), " ", ...prose(item.message)));
  const notes = found.notes.map((note) => paragraph("note: ", ...prose(note)));
  const help = found.help === null ? [] : [paragraph("help: ", ...prose(found.help))];
  return element(
    "article",
    { "data-code": found.code },
    element("h3", {}, lineButton(row, column, actions), " ", element("span", { class: found.severity }, found.severity), " ", rule(found.code, found.name, found.url)),
    element("p", {}, ...prose(found.message)),
    picture(found.picture),
    items([...related, ...notes, ...help]),
    fixOf(found.fix, found.diff, actions),
  );
}

/** Return the elements of a check. */
export function checked(answer: CheckAnswer, actions: Actions): HTMLElement[] {
  const { findings, failures, assumed } = answer;
  const count = findings.length === 0 ? "No findings." : findings.length === 1 ? "1 finding." : `${findings.length} findings.`;
  return [
    ...failures.map((failure) => element("p", { class: "error" }, failure)),
    ...(failures.length > 0 ? [] : [element("p", { class: "count" }, count)]),
    ...findings.map((found) => finding(found, actions)),
    ...(assumed.length > 0 ? [element("p", { class: "mute" }, "Snippet: ", ...prose(assumed.join("; ")), ".")] : []),
  ];
}

/** Return the elements of an explanation. */
export function explained(answer: ExplainAnswer, actions: Actions): HTMLElement[] {
  const raised = answer.raised === null ? undefined : paragraph(lineButton(answer.raised.row, 1, actions), " raises it");
  const causes = answer.causes.map((cause) => paragraph(lineButton(cause.row, 1, actions), " ", ...prose(cause.message)));
  const notes = answer.notes.map((note) => paragraph("note: ", ...prose(note)));
  const help = answer.help === null ? [] : [paragraph("help: ", ...prose(answer.help))];
  const next = answer.next.map((step) => paragraph("try: ", ...prose(step)));
  return [
    element(
      "article",
      {},
      element("h3", {}, answer.message),
      answer.code === null || answer.name === null ? undefined : element("p", {}, rule(answer.code, answer.name, answer.url)),
      items([...causes, ...(raised === undefined ? [] : [raised]), ...notes, ...help, ...next]),
      fixOf(answer.fix, [], actions),
    ),
  ];
}

/** Return the element of an error. */
export function failed(message: string): HTMLElement[] {
  return [element("p", { class: "error" }, message)];
}
