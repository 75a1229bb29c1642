/** Prefix of the lines that the tests in the extension host print; the window prints other lines. */
export const PREFIX = "test: ";
