// Source record: the values that a source has for a hook, and its view count that is pending for the operator.
import { z } from 'zod';

const claimSchema = z
  .object({
    views: z.number().int(),
    views_captured_at: z.iso.datetime().nullable(),
    claimed_at: z.iso.datetime(),
    state: z.enum(['waiting', 'rejected']),
  })
  .meta({ id: 'ViewClaim', description: 'A view count too large to be shown without an operator’s decision' });

export const sourceRecordSchema = z
  .object({
    source: z.string(),
    source_id: z.string().nullable(),
    views: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'View count from this source; null while its only count is pending' }),
    views_captured_at: z.iso.datetime().nullable(),
    source_url: z.string().nullable(),
    creator: z.string().nullable(),
    held_since: z.iso.datetime(),
    dropped_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Start of the time in which its snapshots do not contain the hook' }),
    claim: claimSchema.nullable(),
  })
  .meta({ id: 'HookHolder', description: 'A source record of a hook' });
export type SourceRecord = z.infer<typeof sourceRecordSchema>;
