// One answer for all who ask within some time, so that a question that costs something is not asked more often.

/** Those who ask while it is being made wait for the same one. What failed is made again. */
export function cacheFor<T>(keptMs: number, make: () => Promise<T>, now = () => performance.now()): () => Promise<T> {
  let kept: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const at = now();
    if (kept && at < kept.at + keptMs) return kept.answer;
    const made = { at, answer: make() };
    made.answer.catch(() => {
      if (kept === made) kept = undefined;
    });
    kept = made;
    return made.answer;
  };
}
