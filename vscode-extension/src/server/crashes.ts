/** Decides whether a server that has died is started again: one that dies at once each time would be started for ever. */
export class Crashes {
  private times: number[] = [];

  constructor(
    private readonly most = 4,
    private readonly windowInMs = 3 * 60_000,
  ) {}

  /**
   * Takes note of a crash.
   *
   * @returns whether the server may be started again.
   */
  again(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < this.windowInMs), now];
    return this.times.length <= this.most;
  }
}
