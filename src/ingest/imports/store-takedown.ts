// SQL that removes records of a hook which is taken down from the rejects of imports.
import { sql } from 'kysely';
import { hashUrl } from '../../catalog/takedowns/block-hashes.ts';
import type { Database } from '../../db/database.ts';
import { cleanText, textKey } from '../../lib/clean-text.ts';

const rejectsPerBatch = 500;
/** Longer strings are no opening line. */
const maxLength = 4096;

type Hashes = { takedownId: string; textKey: string; formerTextKeys?: readonly string[]; urlHash: string | null };

/** Keeps line and file, so that the counts of the report stay true. Imports that run meanwhile delete their own rejects. */
export async function removeFromRejects(db: Database, of: Hashes, stopping: AbortSignal): Promise<void> {
  let after = { import_id: '', n: 0 };
  for (;;) {
    stopping.throwIfAborted();
    const rows = await db
      .selectFrom('import_rejects')
      .select(['import_id', 'n', 'record'])
      .where(sql<boolean>`(import_id, n) > (${after.import_id}, ${after.n}::bigint)`)
      .orderBy('import_id')
      .orderBy('n')
      .limit(rejectsPerBatch)
      .execute();
    for (const { import_id, n, record } of rows)
      if (isOf(record, of))
        await db
          .updateTable('import_rejects')
          .set({ record: 'null', field: null, reason: `removed by takedown ${of.takedownId}` })
          .where('import_id', '=', import_id)
          .where('n', '=', n)
          .execute();
    const last = rows.at(-1);
    if (last === undefined || rows.length < rejectsPerBatch) return;
    after = last;
  }
}

function isOf(record: string, of: Hashes): boolean {
  const parsed: unknown = JSON.parse(record);
  // A line that could not be parsed is stored as it was.
  if (typeof parsed === 'string') return valuesIn(parsed).some((value) => isValueOf(value, of));
  let isFound = false;
  JSON.parse(record, (_key, value: unknown) => {
    if (typeof value === 'string') isFound ||= isValueOf(value, of);
    return value;
  });
  return isFound;
}

/** What may be values in a line of broken JSON or CSV: the line, its strings in quotes, and its cells. */
function valuesIn(line: string): string[] {
  const quoted = [...line.matchAll(/"((?:[^"\\]|\\.)*)/g)].map(([, text = '']) => unescapeJson(text));
  return [line, ...quoted, ...line.split(/[\t,;]/)];
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}

function isValueOf(value: string, of: Hashes): boolean {
  return value !== '' && value.length <= maxLength && isContent(value, of);
}

/** As an import would clean it, with and without hashtags. */
function isContent(value: string, { textKey: key, formerTextKeys = [], urlHash }: Hashes): boolean {
  if (urlHash !== null && /^\s*https?:/i.test(value)) return hashUrl(value) === urlHash;
  const line = cleanText(value, { firstLine: true });
  const keys = [key, ...formerTextKeys];
  return keys.includes(textKey(line)) || keys.includes(textKey(cleanText(line, { stripTags: true })));
}

/** All rejects of an import that a takedown has overtaken. */
export async function deleteRejects(db: Database, importId: string): Promise<void> {
  await db.deleteFrom('import_rejects').where('import_id', '=', importId).execute();
}
