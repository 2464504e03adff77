// SQL of an announcement, run by whoever publishes, in its own transaction.

import type { PlanName } from '../accounts/caller.ts';
import type { FilterInput } from '../catalog/search/filter.ts';
import type { MatchableHook } from '../catalog/search/match.ts';

/** Runs a statement in the transaction that publishes. */
// biome-ignore lint/suspicious/noExplicitAny: rows are what the statement selects
export type Execute = (statement: string, values: readonly unknown[]) => Promise<any[]>;

/** What has just been published: the hooks of an import, or one that a curator accepted. */
export type Added = { importId: string } | { hookId: number };

export type Listener = { id: string; filters: FilterInput };

/** Endpoints of accounts that may have webhooks, paused ones too: their events are kept. */
export async function selectListeners(execute: Execute, plans: readonly PlanName[]): Promise<Listener[]> {
  return execute(
    `select w.id, w.filters from webhook_endpoints w join accounts a on a.id = w.account_id
     where a.plan = any($1) and a.suspended_at is null order by w.id`,
    [plans],
  );
}

export type AddedHook = MatchableHook & {
  id: number;
  platform: string;
  archetype: string;
  emotional_trigger: string;
  niche: string;
};

const hooksAtOnce = 10_000;

/** In order of id, some thousands at a time. */
export async function* selectAdded(execute: Execute, added: Added): AsyncGenerator<AddedHook[]> {
  const [condition, value] = 'importId' in added ? ['import_id = $1', added.importId] : ['id = $1', added.hookId];
  for (let after = 0; ; ) {
    const hooks: AddedHook[] = await execute(
      `select id, text, views, platform, archetype, emotional_trigger, niche, format, language,
         (extract(epoch from added_at) * 1000)::float8 as added_at
       from hooks where ${condition} and state = 'published' and id > $2 order by id limit ${hooksAtOnce}`,
      [value, after],
    );
    if (hooks.length > 0) yield hooks;
    if (hooks.length < hooksAtOnce) return;
    after = hooks[hooks.length - 1].id;
  }
}

export async function insertEvent(execute: Execute, id: string, at: Date): Promise<void> {
  await execute(`insert into webhook_events (id, type, created_at) values ($1, 'hooks.new', $2)`, [id, at]);
}

export type NewDelivery = {
  id: string;
  endpoint_id: string;
  message_id: string;
  batch_index: number;
  batch_of: number;
  hooks: number;
  body: string;
};

export async function insertDeliveries(
  execute: Execute,
  eventId: string,
  at: Date,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  const column = <Name extends keyof NewDelivery>(name: Name) => deliveries.map((delivery) => delivery[name]);
  await execute(
    `insert into webhook_deliveries (id, endpoint_id, event_id, kind, message_id, batch_index, batch_of, hooks, body, status,
       next_attempt_at, created_at)
     select id, endpoint_id, $1, 'event', message_id, batch_index, batch_of, hooks, body, 'pending', $2, $2
     from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[], $9::text[])
       as d (id, endpoint_id, message_id, batch_index, batch_of, hooks, body)`,
    [
      eventId,
      at,
      column('id'),
      column('endpoint_id'),
      column('message_id'),
      column('batch_index'),
      column('batch_of'),
      column('hooks'),
      column('body'),
    ],
  );
}

export async function notifyDeliveries(execute: Execute): Promise<void> {
  await execute(`select pg_notify('hookline_deliveries', '')`, []);
}
