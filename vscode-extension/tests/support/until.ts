// Not how long it takes, but when it is given up: other work on the machine slows a browser down much.
export const PATIENCE_IN_MS = 60_000;
const PAUSE_IN_MS = 50;

/**
 * Waits until a condition holds.
 *
 * @param description what is waited for, for the error that says that it did not come.
 * @returns what the condition came to.
 */
export async function until<T>(description: string | (() => string), condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  const end = Date.now() + PATIENCE_IN_MS;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`waited in vain: ${typeof description === "string" ? description : description()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_IN_MS));
  }
}
