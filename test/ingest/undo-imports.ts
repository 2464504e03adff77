// Imports of a few videos by three sources for tests of undo, and what a database then holds, without ids and times.
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { defaultLimits } from '../../src/config/limits.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { guessedLabels, type LabelMethod } from '../../src/labels/label.ts';
import type { TestDatabase } from '../setup/database.ts';
import { hookLine } from '../setup/service.ts';

const day = 86_400_000;

const record = fc.record({
  video: fc.constantFrom('one', 'two', 'three'),
  /** The second is a correction; the third is a label that waits for review. */
  said: fc.constantFrom('first words', 'other words', 'strange label'),
  niche: fc.constantFrom('food', 'finance'),
  views: fc.constantFrom(200_000, 300_000, 400_000, 900_000_000_000),
  daysAgo: fc.constantFrom(null, 1, 2, 3),
});
export const imported = fc.record({
  source: fc.constantFrom('first', 'second', 'third'),
  isSnapshot: fc.boolean(),
  records: fc.uniqueArray(record, { minLength: 1, maxLength: 3, selector: ({ video }) => video }),
});
export type Imported = typeof imported extends fc.Arbitrary<infer T> ? T : never;
type Saying = Imported['records'][number];

/** The third source knows neither ids nor videos. `start` is the time of day zero. */
function lineOf(run: string, source: string, { video, said, niche, views, daysAgo }: Saying, start: number): string {
  const hasVideo = source !== 'third';
  const line = JSON.parse(
    hookLine(`Here are the ${hasVideo ? said : 'plain'} of video ${video} in run ${run}`, { views }),
  );
  return JSON.stringify({
    ...line,
    niche: said === 'strange label' ? 'unheard of' : niche,
    creator: `${source} of ${run}`,
    views_captured_at: daysAgo === null ? undefined : new Date(start - daysAgo * day).toISOString(),
    ...(hasVideo ? { id: `${run} ${video}`, source_url: `https://youtu.be/${videoId(run, video)}` } : {}),
  });
}

function videoId(run: string, video: string): string {
  return `${run}-${video}`.padEnd(11, '_').slice(0, 11);
}

/** Returns the id of the import. */
export async function importOne(
  database: TestDatabase,
  run: string,
  { source, isSnapshot, records }: Imported,
  start: number,
): Promise<string> {
  const content = Buffer.from(records.map((saying) => lineOf(run, source, saying, start)).join('\n'));
  const file = { name: 'feed', size: undefined, open: () => Readable.from([content]) };
  const mapping = resolveMapping({ preset: 'hookline' });
  const feed = { files: [file], filename: 'feed', source: `${source} of ${run}`, mapping, format: 'jsonl' as const };
  const rules = { mayShrink: true, minViews: 0, labelFloor: 0.8, limits: defaultLimits };
  return (await importHooks(database, { ...feed, ...rules, isSnapshot }, () => {})).importId;
}

const originOf = (method: LabelMethod | null) =>
  method === 'given' || method === 'curator' || method === null ? method : 'guess';

/** Hooks of a run as the catalog and the review show them, with their holders and history. */
export async function stateOf({ db }: TestDatabase, run: string) {
  const rows = await db
    .selectFrom('hooks')
    .selectAll()
    .where('text', 'like', `%in run ${run}`)
    .where(({ eb, or }) => or([eb('retired_by', 'is', null), eb('retired_by', '<>', 'undo')]))
    .execute();
  const hooks = await Promise.all(
    rows.map(async (hook) => {
      const holders = await db.selectFrom('hook_sources').selectAll().where('hook_id', '=', hook.id).execute();
      const history = await db.selectFrom('view_history').select('views').where('hook_id', '=', hook.id).execute();
      const { text, state, retired_by, views, creator, source, source_id, source_url, video_key } = hook;
      const { review_reason, label_method, word_count, given_labels, curated_at } = hook;
      return {
        ...{ text, state, retired_by, views, creator, source, source_id, source_url, video_key },
        ...{ review_reason, label_method, word_count, given_labels, isCurated: curated_at !== null },
        // Guesses follow from the text, which names the run.
        niche: originOf(hook.niche_method) === 'guess' ? 'a guess' : hook.niche,
        origins: guessedLabels.map((label) => originOf(hook[`${label}_method`])),
        holders: holders
          .map((o) => [o.source, o.source_id, o.views, o.dropped_at !== null, o.claimed_views, o.rejected_at !== null])
          .sort(),
        history: history.map((point) => point.views).sort(),
      };
    }),
  );
  const keyOf = (hook: (typeof hooks)[number]) => `${hook.text} ${hook.source}`;
  return hooks.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
