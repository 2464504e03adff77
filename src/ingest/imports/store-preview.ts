// SQL of the records of a preview, after their merge and before it is rolled back.
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { verdicts } from '../publish/store-merge.ts';
import type { PreviewRecord } from './preview-record.ts';

export type MergedRecord = Omit<PreviewRecord, 'line'>;

/** The first staged records, with their hooks as they stand now. `version`: the one that the merge makes. */
export async function selectMergedRecords(
  trx: Trx,
  { importId, version }: { importId: string; version: number },
  count: number,
): Promise<MergedRecord[]> {
  const { rows } = await sql<MergedRecord>`
with first as materialized (
  select * from (${verdicts(version)}) v where v.seq <= ${count}
), added as (
  select n.id, coalesce(n.video_key, 'id ' || n.source_id, n.text_key) as target from hooks n where n.import_id = ${importId}
)
select f.result, h.state, case when h.state = 'pending' then coalesce(h.review_reason, 'low_confidence') end as reason,
  'hook_' || f.hook_id as hook_id, h.text, h.raw_text, h.views, h.platform, h.archetype, h.emotional_trigger, h.niche, h.format,
  h.language, h.creator, jsonb_build_object('method', h.label_method, 'confidence', h.label_confidence) as labels
from first f left join added a on f.hook_id is null and a.target = f.target join hooks h on h.id = coalesce(f.hook_id, a.id)
order by f.seq`.execute(trx);
  return rows;
}

/** Of the hooks that the import adds. */
export async function selectAddedTexts(trx: Trx, importId: string): Promise<string[]> {
  const rows = await trx.selectFrom('hooks').select('text').where('import_id', '=', importId).execute();
  return rows.map(({ text }) => text);
}
