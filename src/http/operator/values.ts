// GET /operator/values: what the forms of the console choose from. An operator has no account, so /taxonomy is not open to one.
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { fields } from '../../ingest/mapping/fields.ts';
import { findPreset, presetNames } from '../../ingest/mapping/presets.ts';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import type { Term } from '../../taxonomy/term.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

const values = z.array(z.object({ id: z.string(), name: z.string(), description: z.string() }));
const operatorValuesSchema = z
  .object({
    archetype: values,
    emotional_trigger: values,
    niche: values,
    format: values,
    platform: values,
    fields: z.array(z.string()).meta({ description: 'What a column of a file can be mapped to' }),
    presets: z
      .array(z.object({ name: z.string(), source: z.string().nullable() }))
      .meta({ description: '`source` is the name of the source where the import states none' }),
    preview_bytes: z.number().int().meta({ description: 'How much of a file the preview of its import reads' }),
  })
  .meta({ id: 'OperatorValues', description: 'Values of labels, fields of a mapping, and mapping presets' });
type OperatorValues = z.infer<typeof operatorValuesSchema>;

const showTerms = (set: readonly Term[]) => set.map(({ id, name, description }) => ({ id, name, description }));

const operatorValues: Omit<OperatorValues, 'preview_bytes'> = {
  archetype: showTerms(taxonomy.archetype),
  emotional_trigger: showTerms(taxonomy.emotional_trigger),
  niche: showTerms(taxonomy.niche),
  format: showTerms(taxonomy.format),
  platform: showTerms(taxonomy.platform),
  fields: [...fields],
  presets: presetNames.map((name) => ({ name, source: findPreset(name)?.defaultSource ?? null })),
};

export function operatorValueEndpoints({ config }: { config: Pick<Config, 'limits'> }): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      permission: 'read',
      path: '/operator/values',
      tag: 'Operator',
      summary: 'Get values',
      description: 'Values of labels, fields of a mapping, and mapping presets.',
      response: operatorValuesSchema,
      handler: () => ({ ...operatorValues, preview_bytes: config.limits.previewBytes }),
    }),
  ];
}
