// A guessed label.

/** `confidence` is between 0 and 1. */
export type Guess = { value: string; confidence: number };
