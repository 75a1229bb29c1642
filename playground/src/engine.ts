/** The worker as the page sees it: one request at a time, the newest one of each kind; a check that fails or takes too long ends it. */
import type { CheckAnswer, ErrorAnswer, ExplainAnswer, FromWorker, Request, ToWorker } from "./protocol";

/** The most milliseconds that a request may take, the start of Python not counted. */
export const LONGEST = 10_000;

export type Answer = CheckAnswer | ExplainAnswer | ErrorAnswer;

interface Waiting {
  readonly request: Request;
  readonly done: (answer: Answer) => void;
}

export class Engine {
  private worker: Worker | undefined;
  private ready = false;
  private current: (Waiting & { readonly id: number }) | undefined;
  private readonly waiting = new Map<Request["kind"], Waiting>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastId = 0;
  /** Consecutive failures before Python was ready: a page that cannot start says so and stops. */
  private failedStarts = 0;

  constructor(
    private readonly script: string,
    private readonly onStage: (stage: string) => void,
  ) {
    this.start();
  }

  /** Ask for an answer. A request that has not begun is replaced by a later one of its kind. */
  ask(request: Request, done: (answer: Answer) => void): void {
    this.waiting.set(request.kind, { request, done });
    if (this.worker === undefined) {
      this.failedStarts = 0;
      this.start();
    }
    this.next();
  }

  private start(): void {
    this.ready = false;
    const worker = new Worker(this.script, { type: "module" });
    this.worker = worker;
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => {
      this.receive(event.data);
    });
    worker.addEventListener("error", (event) => {
      this.fail(event.message);
    });
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case "stage":
        this.onStage(message.stage);
        break;
      case "ready":
        this.ready = true;
        this.failedStarts = 0;
        this.onStage("");
        this.next();
        break;
      case "answer":
        if (this.current?.id === message.id) {
          const { done } = this.current;
          this.finish();
          done(message.answer);
          this.next();
        }
        break;
      case "failed":
        this.fail(message.message);
        break;
    }
  }

  private next(): void {
    const next = this.waiting.entries().next();
    if (!this.ready || this.current !== undefined || next.done === true || this.worker === undefined) {
      return;
    }
    const [kind, waiting] = next.value;
    this.waiting.delete(kind);
    this.lastId += 1;
    this.current = { ...waiting, id: this.lastId };
    this.timer = setTimeout(() => {
      this.end(`The code took more than ${LONGEST / 1000} seconds and was given up; Python starts again. The command has no such limit.`);
    }, LONGEST);
    const message: ToWorker = { id: this.lastId, request: waiting.request };
    this.worker.postMessage(message);
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.current = undefined;
  }

  private fail(reason: string): void {
    if (!this.ready) {
      this.failedStarts += 1;
      if (this.failedStarts > 1) {
        this.worker?.terminate();
        this.worker = undefined;
        this.onStage(`Python cannot start: ${reason}. Reload the page, or change the code to try again.`);
        return;
      }
    }
    const deep = /stack|recursion|fatal/i.test(reason);
    this.end(deep ? "The code is nested too deeply for the browser; Python starts again. The command has no such limit." : `Python failed and starts again: ${reason}`);
  }

  /** End the worker, answer the request that it was busy with, and start another one. */
  private end(error: string): void {
    this.worker?.terminate();
    const done = this.current?.done;
    this.finish();
    this.start();
    done?.({ error });
  }
}
