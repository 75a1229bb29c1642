import type { PagePlace } from "./tracebackPage";

/** The server's command that draws the graph of a finding. */
export const SHOW_GRAPH = "graphlint.showGraph";

/** The picture of a finding, as the server sends it. Each row of `svg` links to its place in `places` by `#INDEX`. */
export interface GraphPage {
  readonly title: string;
  readonly svg: string;
  readonly style: string;
  readonly places: readonly Omit<PagePlace, "label">[];
}

/** The rules whose findings have pictures. */
const DRAWN = /^GL(?:10[1-5]|20[1-5]|301|304|308|501)$/;

/** Checks whether the findings of a rule have pictures. */
export function isDrawn(code: string): boolean {
  return DRAWN.test(code);
}

/** Checks whether an answer of the server is a picture. */
export function isGraphPage(answer: unknown): answer is GraphPage {
  const page = answer as Partial<GraphPage> | null | undefined;
  return typeof page?.svg === "string" && typeof page.title === "string" && typeof page.style === "string" && Array.isArray(page.places);
}

/**
 * Returns the page of a picture.
 *
 * The server has escaped the names in it; scripts, images and frames are off, and its links can only open its places.
 *
 * @param openPlace the command that opens a place, by its index in `places`.
 * @param nonce a random word, without which no style applies.
 */
export function graphHtml(page: GraphPage, openPlace: string, nonce: string): string {
  const svg = page.svg.replace(/<a href="#(\d+)">/g, (_, index: string) => `<a href="command:${openPlace}?${encodeURIComponent(`[${index}]`)}">`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">${page.style}
body { padding: 1rem; overflow: auto; }
.life { --b: var(--vscode-editor-background) !important; max-width: none; }
.life a:hover text { text-decoration: underline; }
</style>
</head>
<body>
${svg}
</body>
</html>
`;
}
