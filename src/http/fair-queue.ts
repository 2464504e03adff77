// Fair queueing: where more is to be done than can be done at once, those it is done for have their turns, however much each asks for.

/** So long work goes on before sockets are looked at again, and with them what came in the meantime. */
const sliceMs = 2;

export type FairQueue = {
  /** Whether work may be done at once. */
  isFree: () => boolean;
  /** It is done in a later slice, in turn with that for others. */
  wait: (asker: string, work: () => void) => void;
};

/** How much can wait is for those to limit who add to it. */
export function createFairQueue(): FairQueue {
  /** Whose turn is next stands first. */
  const waiting = new Map<string, (() => void)[]>();
  /** Until the first work of a turn of the loop, and after the last. */
  let sliceEndsAt: number | undefined;

  function beginSlice(): void {
    sliceEndsAt = performance.now() + sliceMs;
    setImmediate(endSlice);
  }

  function endSlice(): void {
    sliceEndsAt = undefined;
    if (waiting.size === 0) return;
    beginSlice();
    for (const [asker, works] of waiting) {
      waiting.delete(asker);
      const work = works.shift();
      if (works.length > 0) waiting.set(asker, works);
      work?.();
      if (isOver()) return;
    }
  }

  function isOver(): boolean {
    return sliceEndsAt !== undefined && performance.now() > sliceEndsAt;
  }

  return {
    isFree: () => {
      if (sliceEndsAt === undefined) beginSlice();
      return waiting.size === 0 && !isOver();
    },
    wait: (asker, work) => {
      const works = waiting.get(asker);
      if (works) works.push(work);
      else waiting.set(asker, [work]);
    },
  };
}
