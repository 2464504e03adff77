// SQL that removes a hook which is taken down from the bodies of deliveries: pending ones, past ones and replays.
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

const deliveriesPerBatch = 50;

type Body = { data: { count: number; hooks: { id: string }[] } };

/** What a receiver answered stays in the log. */
export async function removeFromDeliveries(
  db: Database,
  { hookId, since }: { hookId: string; since: Date },
  stopping: AbortSignal,
): Promise<void> {
  // Waits for replays that may have read the hook before it was taken down. Later ones lock their original, so they are copies
  // without the hook, or behind it in the order of this loop.
  await db
    .transaction()
    .execute((trx) => trx.selectFrom('webhook_endpoints').select('id').orderBy('id').forNoKeyUpdate().execute());
  for (let after: number | undefined = 0; after !== undefined; ) {
    stopping.throwIfAborted();
    const last: number = after;
    after = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('webhook_deliveries')
        .select(['n', 'message_id', 'body', 'status'])
        .where('n', '>', last)
        .where('created_at', '>=', since)
        // Those of `hooks.retired` have the id only, which says what to delete.
        .where('event', 'in', ['hooks.new', 'hooks.updated'])
        .where(sql<boolean>`position(${`"${hookId}"`} in body) > 0`)
        .orderBy('n')
        .limit(deliveriesPerBatch)
        .forUpdate()
        .execute();
      for (const { n, message_id, body, status } of rows) {
        const { hooks, ...rest } = without(body, hookId);
        const skipped = {
          status: 'skipped',
          skipped_by: 'takedown',
          next_attempt_at: null,
          settled_at: new Date(),
        } as const;
        const isSkipped = hooks === 0 && status !== 'delivered';
        const changed = { ...rest, hooks, ...(isSkipped ? skipped : {}) };
        await trx.updateTable('webhook_deliveries').set(changed).where('n', '=', n).execute();
        // Settled replays, which have no body of their own.
        const replays = trx.updateTable('webhook_deliveries').set({ hooks }).where('message_id', '=', message_id);
        await replays.where('body', '=', '').execute();
      }
      return rows.length < deliveriesPerBatch ? undefined : rows.at(-1)?.n;
    });
  }
}

function without(text: string, hookId: string): { body: string; hooks: number } {
  const body: Body = JSON.parse(text);
  const hooks = body.data.hooks.filter(({ id }) => id !== hookId);
  return {
    body: JSON.stringify({ ...body, data: { ...body.data, count: hooks.length, hooks } }),
    hooks: hooks.length,
  };
}
