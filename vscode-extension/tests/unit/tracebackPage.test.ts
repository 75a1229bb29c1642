import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { htmlOf, type PagePlace, placesOf, type TracebackPage } from "../../src/tracebackPage";

const place = (row: number, label = `train.py:${row}`): PagePlace => ({ filename: "/project/train.py", row, cell: null, label });
const PAGE: TracebackPage = {
  title: "double-backward (GL101)",
  error: "RuntimeError: Trying to backward through the graph a second time",
  meaning: "The graph was freed by an earlier `backward()`.",
  raised: place(5),
  causes: [{ place: place(3), message: "graph built here" }, { place: place(4), message: "freed by this `backward()`" }],
  notes: ["Likely, not certain."],
  help: "call `backward()` once",
  next: ["run it with `set_detect_anomaly`"],
  diff: ["--- train.py", "+++ train.py", "-loss.backward()", "+loss.detach()"],
  url: "https://example.org/double-backward.md",
};
const html = (changes: Partial<TracebackPage> = {}): string => htmlOf({ ...PAGE, ...changes }, "open", "word");

describe("the page of a traceback", () => {
  it("links its places by their index", () => {
    assert.deepEqual(placesOf(PAGE).map(({ row }) => row), [5, 3, 4]);
    assert.deepEqual(placesOf({ ...PAGE, raised: null }).map(({ row }) => row), [3, 4]);
    const links = [...html().matchAll(/href="command:open\?([^"]+)">([^<]+)</g)].map(([, args, label]) => [decodeURIComponent(args ?? ""), label]);
    assert.deepEqual(links, [["[0]", "train.py:5"], ["[1]", "train.py:3"], ["[2]", "train.py:4"]]);
    assert.match(html({ raised: null }), /command:open\?%5B0%5D">train.py:3</);
  });

  it("shows code, the diff and the rule's page", () => {
    assert.ok(html().includes("freed by this <code>backward()</code></li>"));
    assert.ok(html().includes('<span class="removed">-loss.backward()</span>\n<span class="added">+loss.detach()</span>'));
    assert.ok(html().includes('<a href="https://example.org/double-backward.md">'));
    assert.equal(html({ diff: [], url: null, help: "", next: [] }).includes("<strong>"), false);
  });

  it("has no element, attribute or link that a traceback brings", () => {
    const hostile = `"'</pre><a href='command:run'>x</a><script>run()</script> \`<img src=x>\` [x](command:run)`;
    const page = html({
      title: hostile,
      error: hostile,
      meaning: hostile,
      raised: place(5, hostile),
      causes: [{ place: place(3, hostile), message: hostile }],
      notes: [hostile],
      help: hostile,
      next: [hostile],
      diff: [hostile, `+${hostile}`],
      url: "command:run",
    });
    const tags = new Set([...page.matchAll(/<(\w+)/g)].map(([, tag]) => tag));
    assert.deepEqual([...tags].filter((tag) => tag === "script" || tag === "img"), []);
    assert.deepEqual([...page.matchAll(/<a href="([^"?]*)/g)].map(([, address]) => address), ["command:open", "command:open"]);
    assert.match(page, /content="default-src 'none'; style-src 'nonce-word'"/);
  });
});
