// SQL of the models that guess labels: the active one, the newest one, and the replacement of the active one.
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';

export type StoredModel = {
  version: number;
  state: 'active' | 'former' | 'refused';
  scores: Record<string, unknown>;
  lines: number;
  /** Highest ids of a decision, and of a hook with given labels, that the training may have seen. */
  last_decision: number;
  last_hook: number;
};

const columns = ['version', 'state', 'scores', 'lines', 'last_decision', 'last_hook'] as const;

/** Returns the model that was trained last, whether it is used or not. */
export async function selectNewestModel(db: Db): Promise<StoredModel | undefined> {
  return db.selectFrom('label_models').select(columns).orderBy('version', 'desc').limit(1).executeTakeFirst();
}

export type ActiveModel = StoredModel & { bytes: Buffer | null };

export async function selectActiveModel(db: Db): Promise<ActiveModel | undefined> {
  return db
    .selectFrom('label_models')
    .select([...columns, 'bytes'])
    .where('state', '=', 'active')
    .executeTakeFirst();
}

export async function selectActiveVersion(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('label_models').select('version').where('state', '=', 'active').executeTakeFirst();
  return row?.version;
}

/** Returns whether the active model may have learned a decision. */
export async function hasLearned(db: Db, decision: number): Promise<boolean> {
  const active = db.selectFrom('label_models').select('version').where('state', '=', 'active');
  return (await active.where('last_decision', '>=', decision).executeTakeFirst()) !== undefined;
}

export type NewModel = Omit<StoredModel, 'version' | 'state'>;

/**
 * Stores the active model and returns its version. The replaced model becomes a former one and keeps its scores. Throws if another model
 * was activated meanwhile.
 */
export async function insertActiveModel(
  trx: Trx,
  model: NewModel & { bytes: Buffer },
  replaced: number | undefined,
): Promise<number> {
  const former = { state: 'former', bytes: null } as const;
  await trx
    .updateTable('label_models')
    .set(former)
    .where('version', '=', replaced ?? 0)
    .execute();
  return insertModel(trx, { ...model, state: 'active' });
}

/** Returns the version. */
export async function insertRefusedModel(trx: Trx, model: NewModel): Promise<number> {
  return insertModel(trx, { ...model, state: 'refused', bytes: null });
}

type Insertion = NewModel & { state: StoredModel['state']; bytes: Buffer | null };

async function insertModel(trx: Trx, { scores, ...model }: Insertion): Promise<number> {
  const { version } = await trx
    .insertInto('label_models')
    .values({ ...model, scores: JSON.stringify(scores), teaching: [] })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Stores the pending hooks whose decision would teach the active model most. */
export async function updateTeaching(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('label_models')
    .set({ teaching: sql<number[]>`${ids}::bigint[]` })
    .where('state', '=', 'active')
    .execute();
}
