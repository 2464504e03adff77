// Takedown: the removal of a hook's content for good, and the list of what imports may not bring back.
import { z } from 'zod';
import { actorKinds } from '../../audit/actor.ts';

/** What a takedown can block, besides removing its hook. */
export const blockKinds = ['text', 'source_url', 'creator'] as const;
export type BlockKind = (typeof blockKinds)[number];

export const takedownInput = z.strictObject({
  reason: z
    .string('Give a `reason`, such as the number of the request.')
    .trim()
    .min(1, 'Give a `reason`, such as the number of the request.')
    .max(1000, '`reason` has at most 1,000 characters.')
    .meta({ description: 'For the audit log. Do not quote the hook: the reason is kept' }),
  blocks: z
    .array(z.enum(blockKinds, { error: `Blocks are ${blockKinds.join(', ')}.` }))
    .max(blockKinds.length)
    .optional()
    .meta({ description: 'What imports may not bring back. Default: all that the hook has' }),
});
export type TakedownInput = z.infer<typeof takedownInput>;

export const takedownSchema = z
  .object({
    id: z.string().meta({ description: '`tkd_` and 16 letters or digits' }),
    hook_id: z.string(),
    reason: z.string(),
    actor: z.enum(actorKinds),
    blocks: z.array(z.enum(blockKinds)).meta({ description: 'Empty once it is lifted' }),
    catalog_version: z.number().int().meta({ description: 'The version that removed the hook' }),
    created_at: z.iso.datetime(),
    purged_at: z.iso.datetime().nullable().meta({ description: 'When copies outside the catalog were removed' }),
    lifted_at: z.iso.datetime().nullable().meta({ description: 'When its blocks were lifted' }),
  })
  .meta({ id: 'Takedown', description: 'A hook that was taken down, and what imports may not bring back' });
export type Takedown = z.infer<typeof takedownSchema>;
