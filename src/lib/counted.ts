// Counts with their noun, for sentences.

/** `1 call`, `2,500 calls`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
