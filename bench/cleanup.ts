// Cleans up what a bench started or wrote: after success, after a failure, and on an interrupt.
type Undo = () => unknown;

const undos: Undo[] = [];

/** Registers `undo` to run at the end, in reverse order of registration. */
export function atEnd(undo: Undo): void {
  undos.push(undo);
}

let ending: Promise<void> | undefined;

/** Whether the clean-up has begun. */
export function isEnding(): boolean {
  return ending !== undefined;
}

async function undoAll(): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) {
    try {
      await undo();
    } catch (error) {
      console.error(error);
    }
  }
}

/** Runs `work` and cleans up once, also on SIGINT and SIGTERM. */
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
    // After an interrupt, errors of `work` only reflect the clean-up.
    if (!ending) throw error;
  } finally {
    await end();
  }
}
