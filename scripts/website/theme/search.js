// A message that is pasted into the search box is searched by its sentence: the shapes, numbers and names of a run are on no page.
// messages.js has a regular expression and the sentence of each message.
document.addEventListener(
  "paste",
  (event) => {
    const box = event.composedPath()[0];
    const text = event.clipboardData.getData("text");
    const message = graphlintMessages.find(([pattern]) => new RegExp(pattern).test(text));
    if (!(box instanceof HTMLInputElement) || !message) return;
    event.preventDefault();
    box.setRangeText(message[1], 0, box.value.length, "end");
    box.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  },
  { capture: true },
);
