// Fair queueing: where more is to be done than can be done at once, those it is done for have their turns, however much each asks for.

/** So long work goes on before sockets are looked at again, and with them what came in the meantime. */
const sliceMs = 2;

/** Accounts have a turn each. Those who have shown no good key share one, in which addresses have theirs. */
export type ClientKey = { account: string } | { address: string };

export type FairQueue = {
  /** Whether work may be done at once. The first question in a turn of the loop begins its slice. */
  isFree: () => boolean;
  /** It is done in a later slice, in turn with that for others. How much can wait is for those to limit who add to it. */
  wait: (asker: ClientKey, work: Work) => void;
};

type Work = () => void;

export function createFairQueue(): FairQueue {
  const accounts = createTurns();
  const strangers = createTurns();
  const takeStranger = () => strangers.next()?.();
  /** Undefined until the first work in a turn of the loop. */
  let sliceEndsAt: number | undefined;

  function beginSlice(): void {
    sliceEndsAt = performance.now() + sliceMs;
    setImmediate(endSlice);
  }

  function endSlice(): void {
    sliceEndsAt = undefined;
    if (accounts.isEmpty()) return;
    beginSlice();
    workOn();
  }

  function workOn(): void {
    if (isOver()) return;
    accounts.next()?.();
    // Streams write what they were given at the next tick, which belongs to the work.
    if (!accounts.isEmpty()) process.nextTick(workOn);
  }

  function isOver(): boolean {
    return sliceEndsAt !== undefined && performance.now() > sliceEndsAt;
  }

  return {
    isFree: () => {
      if (sliceEndsAt === undefined) beginSlice();
      return accounts.isEmpty() && !isOver();
    },
    wait: (asker, work) => {
      if ('account' in asker) return accounts.add(asker.account, work);
      strangers.add(asker.address, work);
      accounts.add('', takeStranger);
    },
  };
}

/** Round robin: one of each asker, and of each in order. */
function createTurns() {
  /** Whose turn is next stands first. */
  const waiting = new Map<string, Work[]>();
  return {
    isEmpty: () => waiting.size === 0,
    add(asker: string, work: Work): void {
      const works = waiting.get(asker);
      if (works) works.push(work);
      else waiting.set(asker, [work]);
    },
    next(): Work | undefined {
      for (const [asker, works] of waiting) {
        waiting.delete(asker);
        const work = works.shift();
        if (works.length > 0) waiting.set(asker, works);
        return work;
      }
      return undefined;
    },
  };
}
