// Preview of an import: runs the import, and rolls its merge back once the outcome is known.
import { countNearDuplicates } from '../../catalog/near-duplicates/find.ts';
import { listGivenValues } from '../../catalog/unknown-values/unknown-values.ts';
import type { Database, OpenDatabase } from '../../db/database.ts';
import { newId } from '../../lib/ids.ts';
import { isRejection, type Rejection } from '../formats/record.ts';
import { type Progress, rankReasons } from '../publish/import-record.ts';
import { type Publication, publishIn } from '../publish/publish.ts';
import { insertImport, insertRejects, type StagedHook } from '../publish/store.ts';
import { maxRecords, type Preview, type PreviewRecord, toMappedFields } from './preview-record.ts';
import { type ReadInput, readAndPublish } from './read-and-publish.ts';
import type { Batch, Reading } from './read-files.ts';
import {
  type MergedRecord,
  selectAddedTexts,
  selectMergedRecords,
  selectPendingReasons,
  selectRejectReasons,
} from './store.ts';

export type PreviewInput = Omit<ReadInput, 'isSample' | 'sourceId'> & {
  filename: string;
  /** The name that the caller set. */
  preset: string | null;
  maxBytes: number;
};

/** Throws the errors of the import. Nothing is written, since the rejects are in the transaction that is rolled back too. */
export async function previewImport(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  { preset, filename, ...input }: PreviewInput,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Preview> {
  const importId = newId('imp');
  const sample = createSample();
  let kept: Rejection[][] = [];

  async function mergeAndRollBack(connection: Database, publication: Publication, reading: Reading) {
    const trx = await connection.startTransaction().execute();
    try {
      await insertImport(trx, { id: importId, filename, source: input.source });
      let number = 1;
      for (const rejections of kept) {
        await insertRejects(trx, importId, number, rejections);
        number += rejections.length;
      }
      const { report, version } = await publishIn(trx, publication);
      const merged = await selectMergedRecords(trx, version, maxRecords);
      const pending = await selectPendingReasons(trx, importId, sample.lineOf);
      const reasons = rankReasons([...pending, ...(await selectRejectReasons(trx, importId))]);
      const unknown_values = await listGivenValues({ db: trx }, { state: 'unknown', source: input.source });
      const addedTexts = await selectAddedTexts(trx, importId);
      return {
        report,
        records: sample.toRecords(merged),
        reasons,
        unknown_values,
        ...describeReading(reading, preset),
        addedTexts,
      };
    } finally {
      await trx.rollback().execute();
    }
  }

  const outlet = {
    onBatch: sample.add,
    keepRejects: async (rejections: Rejection[]) => void kept.push(rejections),
    dropRejects: async () => {
      kept = [];
    },
    publish: mergeAndRollBack,
  };
  const { addedTexts, ...rest } = await readAndPublish(database, importId, input, outlet, onProgress);
  // Counted after the transaction, since it takes seconds and the catalog is locked meanwhile.
  return { ...rest, near_duplicates: await countNearDuplicates(database.db, addedTexts) };
}

function describeReading({ binding, isPart, bytes }: Reading, preset: string | null) {
  return {
    mapping: binding === null ? [] : toMappedFields(binding),
    columns: [...(binding?.columns.keys() ?? [])],
    samples: Object.fromEntries(binding?.columns ?? []),
    preset: preset ?? binding?.preset ?? null,
    is_detected: preset === null && binding !== null && binding.preset !== null,
    read_bytes: isPart ? bytes : null,
  };
}

/** Collects the first records, and the lines of texts that may need review. */
function createSample() {
  const first: number[] = [];
  const lines = new Map<string, number>();
  return {
    add: (batch: Batch, hooks: readonly StagedHook[]) => {
      const staged = hooks[Symbol.iterator]();
      for (const item of batch) {
        if (isRejection(item)) continue;
        if (first.length < maxRecords) first.push(item.position.line);
        const { value: hook } = staged.next();
        if (hook && !hook.is_ready && !lines.has(hook.text_key)) lines.set(hook.text_key, item.position.line);
      }
    },
    lineOf: (textKey: string) => lines.get(textKey) ?? null,
    /** `merged`: the first staged records, in file order. */
    toRecords: (merged: readonly MergedRecord[]): PreviewRecord[] =>
      merged.map((record, index) => ({ line: first[index] ?? 0, ...record })),
  };
}
