// Writes numbered batches, each exactly once: a batch whose outcome is unknown is retried unchanged under its number, which the
// database accepts once (`usage_log_writers`).
import { randomBase62 } from '../lib/ids.ts';

/** `writer` is random for each process, `number` counts from 1. */
export type Batch<Row> = { writer: string; number: number; rows: readonly Row[] };

export type BatchWriter<Row> = {
  /** Retries the failed batch, if any. Call it before `write`. */
  retry: () => Promise<void>;
  write: (rows: readonly Row[]) => Promise<void>;
};

/** `send` resolves once the batch is in the database. */
export function createBatchWriter<Row>(send: (batch: Batch<Row>) => Promise<void>): BatchWriter<Row> {
  const writer = randomBase62(16);
  let number = 0;
  let unconfirmed: Batch<Row> | undefined;

  async function retry(): Promise<void> {
    if (!unconfirmed) return;
    await send(unconfirmed);
    unconfirmed = undefined;
  }

  return {
    retry,
    write(rows) {
      number += 1;
      unconfirmed = { writer, number, rows };
      return retry();
    },
  };
}
