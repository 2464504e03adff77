// SQL of what a publication needs to know before it changes anything, and of the log that its undo reads.
import { type RawBuilder, sql } from 'kysely';
import type { MergeTrx } from './store-decide.ts';
import type { Stamp } from './store-merge.ts';

/** Settings for the transaction of a merge. */
export async function prepareTransaction(trx: MergeTrx): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(trx);
  await sql`set local default_statistics_target = 10`.execute(trx);
}

/** Cheap at the statistics target of the merge. */
export async function analyzeHooks(trx: MergeTrx): Promise<void> {
  await sql`analyze hooks`.execute(trx);
}

/** Locks the catalog until the publication commits, so versions have no gaps. Returns the current version. */
export async function lockCatalog(trx: MergeTrx): Promise<number> {
  const { version } = await trx.selectFrom('catalog').select('version').forUpdate().executeTakeFirstOrThrow();
  return version;
}

/** Records by what they do: `ready` add a published hook, `changing` ones touch a hook that exists, `logged` ones concern its undo. */
export type Work = {
  records: number;
  adding: number;
  ready: number;
  changing: number;
  moving: number;
  logged: number;
};

const isChanging = sql`(hook_id is not null
  and (is_change or is_holding or (is_return or is_adopting) and not is_barred or is_new and is_revival))`;

/** A record that is too old or too uncertain to change a hook would change it, if the import that it came after were undone. */
const isLogged = sql`(${isChanging} or hook_id is not null and not is_barred and (views is distinct from base_views
  or not is_current or not is_ready and exists (select from hooks h where h.id = hook_id and h.state = 'published' and h.curated_at is null)))`;

export async function countWork(trx: MergeTrx): Promise<Work> {
  const { rows } = await sql<Work>`
select count(*) as records, count(*) filter (where is_new) as adding, count(*) filter (where is_new and is_ready) as ready,
  count(*) filter (where ${isChanging}) as changing, count(*) filter (where is_move and not is_last) as moving,
  count(*) filter (where ${isLogged}) as logged
from decided`.execute(trx);
  return rows[0] ?? { records: 0, adding: 0, ready: 0, changing: 0, moving: 0, logged: 0 };
}

/** Logs hooks that are about to change, with their records. Almost every hook has one, which needs no sorting. */
export async function logChanges(trx: MergeTrx, { importId, source }: Stamp): Promise<void> {
  const lastSaid = sql`
select c.said from import_changes c join imports m on m.id = c.import_id
where c.hook_id = t.hook_id and m.source = ${source} and m.undone_at is null order by m.started_at desc limit 1`;
  await logHooks(
    trx,
    importId,
    sql`
with logged as materialized (
  select hook_id, count(*) as records, bool_or(${isChanging}) as is_changing from decided
  where hook_id in (select hook_id from decided where ${isLogged}) group by hook_id
)
select t.hook_id, t.said, t.is_changing from (
  select l.hook_id, json_build_array(row_to_json(i)) as said, l.is_changing
  from logged l join decided d using (hook_id) join incoming i using (seq) where l.records = 1
  union all
  select l.hook_id, json_agg(row_to_json(i) order by d.seq), bool_or(l.is_changing)
  from logged l join decided d using (hook_id) join incoming i using (seq) where l.records > 1 group by l.hook_id
) t where t.is_changing or (${withoutNumbers(sql`t.said`)}) is distinct from (${withoutNumbers(sql`(${lastSaid})`)})`,
  );
}

/** Records without their numbers in the file, to be compared. */
const withoutNumbers = (said: RawBuilder<unknown>) =>
  sql`select jsonb_agg(r - 'seq' order by at) from jsonb_array_elements(${said}::jsonb) with ordinality e (r, at)`;

/** Logs hooks that are about to change without a record of theirs: those that the import retires. */
export async function logRetired(trx: MergeTrx, { importId }: Stamp, ids: RawBuilder<unknown>): Promise<void> {
  await logHooks(
    trx,
    importId,
    sql`select id as hook_id, '[]'::json as said, true as is_changing from hooks where id in (${ids})`,
  );
}

async function logHooks(trx: MergeTrx, importId: string, touched: RawBuilder<unknown>): Promise<void> {
  await sql`
insert into import_changes (import_id, hook_id, before, said)
select ${importId}, h.id, json_build_object('hook', row_to_json(h), 'holders',
  coalesce((select json_agg(row_to_json(o)) from hook_sources o where o.hook_id = h.id), '[]'), 'is_changed', t.is_changing), t.said
from (${touched}) t join hooks h on h.id = t.hook_id
on conflict do nothing`.execute(trx);
}

/** Of a scheduled source, whose runs read the same again. Imports by hand may be different files. */
const keptConfirmations = 2;

/** Stores which hooks the source holds unchanged, so that they stay when an earlier import of them is undone. */
export async function confirmHooks(trx: MergeTrx, { importId, source }: Stamp): Promise<void> {
  await sql`
insert into import_confirmations (import_id, hook_ids)
select ${importId}, hook_ids from (
  select array_agg(distinct hook_id) as hook_ids from decided
  where base_views is not null and not is_held and not is_barred
    and not exists (select from import_changes c where c.import_id = ${importId} and c.hook_id = decided.hook_id)
) confirmed where hook_ids is not null
on conflict (import_id) do update set hook_ids =
  (select array_agg(distinct id) from unnest(import_confirmations.hook_ids || excluded.hook_ids) id)`.execute(trx);
  await sql`
delete from import_confirmations where import_id in (
  select c.import_id from import_confirmations c join imports m on m.id = c.import_id where m.source = ${source} and m.source_id is not null
  order by m.started_at desc offset ${sql.lit(keptConfirmations)})`.execute(trx);
}
