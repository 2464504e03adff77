// The outcome of an undo, as operators get it.
import { z } from 'zod';

const count = z.number().int();

export const importUndoSchema = z
  .object({
    catalog_version: count,
    removed: count.meta({ description: 'Hooks that left the catalog or the review queue' }),
    restored: count.meta({ description: 'Hooks that are again as they were, or as other imports have them' }),
    kept: count.meta({ description: 'Hooks that stay as they are, since a later import has the same' }),
    delivered: count.meta({ description: 'Webhook deliveries that had carried its hooks. They are not taken back' }),
    paused_source: z
      .string()
      .nullable()
      .meta({ description: 'The scheduled source whose newest run it was. It is paused; resume it to import again' }),
  })
  .meta({ id: 'ImportUndo', description: 'What the undo of an import did' });
export type ImportUndo = z.infer<typeof importUndoSchema>;
