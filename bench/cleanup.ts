// Whatever a bench has started or written, undone at its end: after success, after a failure, and when it is interrupted.
type Undo = () => unknown;

const undos: Undo[] = [];

/** The last that was promised is done first. */
export function atEnd(undo: Undo): void {
  undos.push(undo);
}

let ending: Promise<void> | undefined;

async function undoAll(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Runs `work`. Whoever interrupts it waits for the clean-up, which happens once. */
export async function withCleanup(work: () => Promise<void>): Promise<void> {
  const end = () => {
    ending ??= undoAll();
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void end().then(() => process.exit(signal === 'SIGINT' ? 130 : 143)));
  try {
    await work();
  } catch (error) {
    // What an interruption has taken away from under the work is not what went wrong.
    if (!ending) throw error;
  } finally {
    await end();
  }
}
