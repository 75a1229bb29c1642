/** A line of a source file, as the server sends it. */
export interface PagePlace {
  readonly filename: string;
  readonly row: number;
  /** The number of a cell of a notebook, from 1. */
  readonly cell: number | null;
  readonly label: string;
}

/** The server's explanation of a traceback. Texts are plain but for code in backticks; `error` and `diff` are plain. */
export interface TracebackPage {
  readonly title: string;
  readonly error: string;
  readonly meaning: string;
  readonly raised: PagePlace | null;
  readonly causes: readonly { readonly place: PagePlace; readonly message: string }[];
  readonly notes: readonly string[];
  readonly help: string;
  readonly next: readonly string[];
  readonly diff: readonly string[];
  readonly url: string | null;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const STYLE = `
body { max-width: 60rem; padding: 0 1rem 2rem; font-family: var(--vscode-markdown-font-family, var(--vscode-font-family)); line-height: 1.5; }
h1 { font-weight: 600; font-size: 1.8em; }
pre { padding: 0.8em; overflow: auto; background: var(--vscode-textCodeBlock-background); border-radius: 3px; }
pre, code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
pre.error { white-space: pre-wrap; }
.added { color: var(--vscode-gitDecoration-addedResourceForeground); }
.removed { color: var(--vscode-gitDecoration-deletedResourceForeground); }
`;

/** Returns the places of a page. A link of the page names one by its index in this list, so it cannot open any other file. */
export function placesOf(page: TracebackPage): readonly PagePlace[] {
  return [...(page.raised === null ? [] : [page.raised]), ...page.causes.map(({ place }) => place)];
}

/**
 * Returns the page as HTML.
 *
 * A traceback may come from anywhere, so all texts are escaped and scripts, images and frames are off.
 *
 * @param openPlace the command that opens a place, by its index in `placesOf(page)`.
 * @param nonce a random word, without which no style applies.
 */
export function htmlOf(page: TracebackPage, openPlace: string, nonce: string): string {
  const link = (place: PagePlace, index: number): string => `<a href="command:${openPlace}?${encodeURIComponent(JSON.stringify([index]))}">${escape(place.label)}</a>`;
  const first = page.raised === null ? 0 : 1;
  const causes = page.causes.map(({ place, message }, index) => `<li>${link(place, first + index)}: ${prose(message)}</li>`);
  const body = [
    `<h1>${escape(page.title)}</h1>`,
    `<pre class="error">${escape(page.error)}</pre>`,
    `<p>${prose(page.meaning)}</p>`,
    page.raised === null ? "" : `<p>Raised at ${link(page.raised, 0)}.</p>`,
    causes.length === 0 ? "" : `<ol>${causes.join("")}</ol>`,
    ...page.notes.map((note) => `<p>${prose(note)}</p>`),
    page.help === "" ? "" : `<p><strong>Help</strong>: ${prose(page.help)}</p>`,
    ...page.next.map((step) => `<p><strong>Try</strong>: ${prose(step)}</p>`),
    page.diff.length === 0 ? "" : `<pre>${page.diff.map(diffLine).join("\n")}</pre>`,
    page.url?.startsWith("https://") === true ? `<p><a href="${escape(page.url)}">Page of the rule</a></p>` : "",
  ];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>${escape(page.title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${body.filter((part) => part !== "").join("\n")}
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Returns a text with code in backticks as HTML. */
function prose(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function diffLine(line: string): string {
  const kind = /^(?:\+\+\+|---)/.test(line) ? "" : line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "";
  return kind === "" ? escape(line) : `<span class="${kind}">${escape(line)}</span>`;
}
