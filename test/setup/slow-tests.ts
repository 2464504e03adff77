// Tests that take more than three seconds on a quiet machine, each with its reason.
export const slowTests: Readonly<Record<string, string>> = {};
