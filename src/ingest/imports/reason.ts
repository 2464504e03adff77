// Why records of an import are not published: the most frequent reasons, with examples.
import { z } from 'zod';
import { reviewReasons } from '../../db/tables/review-reasons.ts';

export const importReasonSchema = z
  .object({
    result: z.enum(['pending', 'rejected']).meta({ description: '`pending`: the hook waits for review' }),
    reason: z.string().meta({
      description: `One of ${reviewReasons.join(', ')}; of rejected records a sentence without the figures of the single record`,
    }),
    count: z.number().int(),
    examples: z.array(
      z.object({
        line: z.number().int().nullable().meta({ description: 'Null if it is not known any more' }),
        text: z.string().meta({ description: 'The text of the hook, or the beginning of the rejected record' }),
      }),
    ),
  })
  .meta({ id: 'ImportReason', description: 'A reason why records are not published, with up to three examples' });
export type ImportReason = z.infer<typeof importReasonSchema>;

export const maxReasons = 10;
export const maxExamples = 3;
const maxExcerptLength = 200;

/** The most frequent ones. */
export function rankReasons(reasons: readonly ImportReason[]): ImportReason[] {
  return reasons.toSorted((one, other) => other.count - one.count).slice(0, maxReasons);
}

/** What the record of a reject says, without the names of its columns. */
export function excerptOf(value: unknown): string {
  const isNested = typeof value === 'object' && value !== null;
  const values = isNested
    ? Object.values(value).filter((one) => typeof one === 'string' || typeof one === 'number')
    : [];
  const text = typeof value === 'string' ? value : values.join(' · ') || (isNested ? JSON.stringify(value) : '');
  return text.slice(0, maxExcerptLength).toWellFormed();
}
