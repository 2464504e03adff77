// SQL of publishing new hooks: reads them and the endpoints that listen, writes the event and its deliveries. The publisher runs the
// statements in its own transaction.
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { PlanName } from '../accounts/caller.ts';
import type { FilterInput } from '../catalog/search/filter.ts';
import type { MatchableHook } from '../catalog/search/match.ts';
import type { Tables } from '../db/tables.ts';

/** Runs a statement in the transaction that publishes. */
export type Execute = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>;

/** What was published: the hooks of an import, or one that a curator accepted. */
export type Added = { importId: string } | { hookId: number };

export type Listener = { id: string; filters: FilterInput };

/** Builds statements without a connection. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Endpoints of accounts whose plan has webhooks. Paused ones are included: their events are kept. */
export async function selectListeners(execute: Execute, plans: readonly PlanName[]): Promise<Listener[]> {
  const query = db
    .selectFrom('webhook_endpoints as w')
    .innerJoin('accounts as a', 'a.id', 'w.account_id')
    .select(['w.id', 'w.filters'])
    .where('a.plan', 'in', plans)
    .where('a.suspended_at', 'is', null)
    .orderBy('w.id')
    .$castTo<Listener>();
  return execute(query.compile());
}

export type AddedHook = MatchableHook & {
  id: number;
  platform: string;
  archetype: string;
  emotional_trigger: string;
  niche: string;
};

const hooksPerPage = 10_000;

/** In order of id, in pages. */
export async function* selectAdded(execute: Execute, added: Added): AsyncGenerator<AddedHook[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const hooks: AddedHook[] = await execute(addedAfter(added, after).compile());
    if (hooks.length > 0) yield hooks;
    after = hooks.length < hooksPerPage ? undefined : hooks.at(-1)?.id;
  }
}

function addedAfter(added: Added, after: number) {
  const query = db
    .selectFrom('hooks')
    .select(['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche', 'format', 'language'])
    .select(sql<number>`(extract(epoch from added_at) * 1000)::float8`.as('added_at'))
    .where('state', '=', 'published')
    .where('id', '>', after)
    .orderBy('id')
    .limit(hooksPerPage);
  return 'importId' in added ? query.where('import_id', '=', added.importId) : query.where('id', '=', added.hookId);
}

export async function insertEvent(execute: Execute, id: string, at: Date): Promise<void> {
  await execute(db.insertInto('webhook_events').values({ id, type: 'hooks.new', created_at: at }).compile());
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
  const shared = { event_id: eventId, kind: 'event', status: 'pending', next_attempt_at: at, created_at: at } as const;
  const rows = deliveries.map((delivery) => ({ ...delivery, ...shared }));
  await execute(db.insertInto('webhook_deliveries').values(rows).compile());
}

export async function notifyDeliveries(execute: Execute): Promise<void> {
  await execute(sql`select pg_notify('hookline_deliveries', '')`.compile(db));
}
