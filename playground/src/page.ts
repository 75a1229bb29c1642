/** The page: checks the code of the editor whenever it changes, explains tracebacks, and keeps its state in the address. */
import { Editor } from "./editor";
import { Engine } from "./engine";
import { exampleKey, packed, unpacked } from "./fragment";
import type { CheckAnswer, ExplainAnswer, Fix } from "./protocol";
import { type Actions, checked, explained, failed } from "./render";

/** The milliseconds after the last key before a check. */
const PAUSE = 300;
const FIRST = "GL101";

type Examples = Readonly<Record<string, { readonly title: string; readonly code: string }>>;

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) {
    throw new Error(`the page has no ${kind.name} ${id}`);
  }
  return found;
}

const status = byId("status", HTMLElement);
const findings = byId("findings", HTMLElement);
const explanation = byId("explanation", HTMLElement);
const settings = byId("settings", HTMLTextAreaElement);
const traceback = byId("traceback", HTMLTextAreaElement);
const snippet = byId("snippet", HTMLInputElement);
const select = byId("examples", HTMLSelectElement);

let examples: Examples = {};
let timer: ReturnType<typeof setTimeout> | undefined;

const engine = new Engine("worker.js", (stage) => {
  status.textContent = stage;
});
const editor = new Editor(byId("editor", HTMLElement), "", () => {
  if (examples[select.value]?.code !== editor.code) {
    select.value = "";
  }
  changed();
});

/** Return what clicks on an answer about some code do. */
function actionsOn(code: string): Actions {
  return {
    go: (row, column) => { editor.go(row, column); },
    apply: (fix: Fix) => {
      if (editor.code === code) {
        editor.apply(fix.edits);
      } else {
        status.textContent = "The code has changed since: the fix is not applied.";
      }
    },
  };
}

function changed(): void {
  // Until the answer to this text, the page shows that of an earlier one.
  findings.classList.add("stale");
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

function check(): void {
  const { code } = editor;
  const began = performance.now();
  engine.ask({ kind: "check", code, settings: settings.value, snippet: snippet.checked }, (answer) => {
    if (editor.code !== code) {
      return;
    }
    if ("error" in answer) {
      findings.replaceChildren(...failed(answer.error));
      editor.show([]);
    } else {
      const result = answer as CheckAnswer;
      findings.replaceChildren(...checked(result, actionsOn(code)));
      editor.show(result.findings);
    }
    findings.classList.remove("stale");
    findings.dataset["milliseconds"] = (performance.now() - began).toFixed(0);
  });
}

function explain(): void {
  explanation.replaceChildren();
  const { code } = editor;
  engine.ask({ kind: "explain", code, settings: settings.value, traceback: traceback.value }, (answer) => {
    explanation.replaceChildren(...("error" in answer ? failed(answer.error) : explained(answer as ExplainAnswer, actionsOn(code))));
  });
}

async function share(): Promise<void> {
  history.replaceState(null, "", await packed({ code: editor.code, settings: settings.value, snippet: snippet.checked }));
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The address of this code is copied.";
  } catch {
    status.textContent = "The address of the page holds this code.";
  }
}

function open(tab: string): void {
  for (const item of document.querySelectorAll<HTMLElement>("[role=tab]")) {
    item.setAttribute("aria-selected", String(item.dataset["tab"] === tab));
  }
  for (const panel of document.querySelectorAll<HTMLElement>("[role=tabpanel]")) {
    panel.hidden = panel.id !== `${tab}-panel`;
  }
}

async function readFragment(): Promise<void> {
  const shared = await unpacked(location.hash);
  if (shared !== undefined) {
    settings.value = shared.settings ?? "";
    snippet.checked = shared.snippet ?? true;
    editor.code = shared.code;
    return;
  }
  const key = exampleKey(location.hash);
  const example = examples[key ?? FIRST];
  if (example !== undefined && (key !== undefined || editor.code === "")) {
    select.value = key ?? FIRST;
    editor.code = example.code;
  }
}

async function loadExamples(): Promise<void> {
  examples = (await (await fetch("examples.json")).json()) as Examples;
  select.append(...Object.entries(examples).map(([key, example]) => new Option(example.title, key)));
}

select.addEventListener("change", () => {
  location.hash = `#example=${select.value}`;
});
window.addEventListener("hashchange", () => void readFragment());
byId("share", HTMLButtonElement).addEventListener("click", () => void share());
byId("explain", HTMLButtonElement).addEventListener("click", explain);
settings.addEventListener("input", changed);
snippet.addEventListener("change", changed);
for (const item of document.querySelectorAll<HTMLElement>("[role=tab]")) {
  item.addEventListener("click", () => { open(item.dataset["tab"] ?? "findings"); });
}
void loadExamples().then(readFragment);
if ("serviceWorker" in navigator) {
  // Where none is allowed, each visit loads everything again.
  navigator.serviceWorker.register("service-worker.js").catch(() => undefined);
}
