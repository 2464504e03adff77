// Measures of guesses whose truth is known, and the tables that print them.

export type Measured = { confidence: number; isRight: boolean };

export const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

const countRight = (guesses: readonly Measured[]) => guesses.filter(({ isRight }) => isRight).length;

export const agreement = (guesses: readonly Measured[]) => percent(countRight(guesses), guesses.length);

/** `91.0 % of 30.2 %`: how many are right of those with at least that confidence, and how many these are. */
export function rightAt(guesses: readonly Measured[], least: number): string {
  const certain = guesses.filter(({ confidence }) => confidence >= least);
  return `${agreement(certain)} of ${percent(certain.length, guesses.length)}`;
}

/** Of the more certain half. */
export function rightInHalf(guesses: readonly Measured[]): string {
  const ordered = [...guesses].sort((a, b) => b.confidence - a.confidence);
  return agreement(ordered.slice(0, Math.ceil(ordered.length / 2)));
}

const bins = 10;

/** Expected calibration error: the mean distance of confidence and share of right guesses over ten bins, by their size. */
export function calibrationError(guesses: readonly Measured[]): string {
  let sum = 0;
  for (let bin = 0; bin < bins; bin++) {
    const own = guesses.filter(({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === bin);
    const mean = own.reduce((total, { confidence }) => total + confidence, 0) / own.length;
    if (own.length > 0) sum += Math.abs(mean - countRight(own) / own.length) * own.length;
  }
  return (sum / guesses.length).toFixed(3);
}

export const row = (...cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);

export function table(...columns: string[]): void {
  console.log('');
  row(...columns);
  row(...columns.map(() => '---'));
}

/** A linear congruential generator, so that a seed always gives the same order. */
export function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state;
  };
  return items
    .map((item) => ({ item, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
