// SQL of transcripts, which are stored so that a model transcribes each video once.
import type { Database } from '../../../db/database.ts';
import { textKey } from '../../../lib/text.ts';

/** `line` is null for a video without speech. */
export type KnownTranscript = { line: string | null; confidence: number | null; language: string | null };

export async function selectTranscript(
  db: Database,
  video: string,
  model: string,
): Promise<KnownTranscript | undefined> {
  const columns = ['line', 'confidence', 'language'] as const;
  const query = db.selectFrom('transcripts').select(columns).where('video', '=', video);
  return query.where('model', '=', model).executeTakeFirst();
}

export async function insertTranscript(
  db: Database,
  key: { video: string; model: string },
  { line, ...transcript }: KnownTranscript,
): Promise<void> {
  await db
    .insertInto('transcripts')
    // Takedowns of hooks find the transcript by this key.
    .values({ ...key, line, text_key: line === null ? null : textKey(line), ...transcript })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
