import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { graphHtml, type GraphPage, isDrawn, isGraphPage } from "../../src/graphPage";

const PAGE: GraphPage = {
  title: "GL101 train.py:5",
  svg: '<svg class="life"><a href="#0"><text>x</text></a><a href="#1"><text>&lt;a href="#2"&gt;</text></a></svg>',
  style: ".life{}",
  places: [{ filename: "/train.py", row: 3, cell: null }, { filename: "/train.py", row: 5, cell: null }],
};

describe("the page of a picture", () => {
  it("opens its places by their index, and has no script", () => {
    const page = graphHtml(PAGE, "open", "word");
    assert.deepEqual([...page.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => decodeURIComponent(address ?? "")), ["command:open?[0]", "command:open?[1]"]);
    assert.match(page, /content="default-src 'none'; style-src 'nonce-word'"/);
    assert.equal(/<script|\sstyle=/.test(page), false);
  });

  it("is told from other answers", () => {
    assert.ok(isGraphPage(PAGE));
    assert.equal([undefined, null, true, { markdown: "x" }].some(isGraphPage), false);
    assert.deepEqual(["GL101", "GL205", "GL106", "GL1011"].map(isDrawn), [true, true, false, false]);
  });
});
