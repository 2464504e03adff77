// The fields of an export, as `fields` of reads: names of the full record.
import { z } from 'zod';
import { fullHookFields } from '../catalog/hook.ts';
import { closestMatch, maxSuggestions } from '../lib/did-you-mean.ts';
import { failBody } from '../lib/errors.ts';

export type ExportFields = (typeof fullHookFields)[number][] | null;

const maxNames = 100;

export const fieldsInput = z
  .union([z.string(), z.array(z.string()).max(maxNames)], { error: '`fields` must be a name or a list of names.' })
  .transform((given) => [given].flat())
  .nullable()
  .optional()
  .meta({
    description: 'Only these fields of the record, in its order; csv and parquet have a column for each. Default all',
  });

/** In the order of the record. null for all of them. */
export function readFields(given: readonly string[] | null | undefined): ExportFields {
  if (!given) return null;
  if (given.length === 0)
    failBody([{ pointer: '#/fields', detail: '`fields` is empty. Name a field, or leave it out for all.' }]);
  const unknown = given.filter((name) => !(fullHookFields as readonly string[]).includes(name));
  if (unknown.length > 0)
    failBody(
      unknown.slice(0, maxSuggestions).map((name) => {
        const suggestion = closestMatch(name, fullHookFields);
        const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${fullHookFields.join(', ')}.`;
        const detail = `${name.slice(0, 60)} is not a value of fields. ${hint}`;
        return { pointer: '#/fields' as const, detail, did_you_mean: suggestion };
      }),
    );
  const chosen = fullHookFields.filter((name) => given.includes(name));
  return chosen.length === fullHookFields.length ? null : chosen;
}
