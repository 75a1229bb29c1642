/** Limits the restarts of a crashing server. */
export class Crashes {
  private times: number[] = [];

  constructor(
    private readonly maxCrashes = 4,
    private readonly windowInMs = 3 * 60_000,
  ) {}

  /**
   * Records a crash.
   *
   * @returns whether the server may be restarted.
   */
  mayRestart(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < this.windowInMs), now];
    return this.times.length <= this.maxCrashes;
  }
}
