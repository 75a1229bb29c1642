/** What the lines of the tests in the extension host begin with: the window tells much else. */
export const TOLD = "test: ";
