// Arguments of tools: their schemas, from those of endpoints, and what of them the endpoints get.
import { z } from 'zod';
import { fail } from '../../../lib/errors.ts';
import { type TaxonomySet, taxonomy } from '../../../taxonomy/taxonomy.ts';
import type { CallerEndpoint } from '../../pipeline/endpoint.ts';
import type { Arguments } from './tool.ts';

export const sets = Object.keys(taxonomy) as [TaxonomySet, ...TaxonomySet[]];

/** A label of the taxonomy as a list of its values, so that agents need not guess them. */
export function labelArgument(set: TaxonomySet) {
  return z.array(labelValue(set)).optional().meta({ description: 'Any of these values' });
}

export function labelValue(set: TaxonomySet) {
  return z.enum(taxonomy[set].map(({ id }) => id) as [string, ...string[]]);
}

/** The endpoint lists all labels; the result shows one of them. */
export function checkLabel({ label }: Arguments): Arguments {
  if (label !== undefined && label !== null && !sets.some((set) => set === label))
    fail('invalid_parameter', `\`label\` must be one of ${sets.join(', ')}.`);
  return {};
}

export function byCollection({ collection_id, ...args }: Arguments): Arguments {
  return { ...args, id: collection_id };
}

/** Agents fill arguments that they do not use with empty texts. */
export function withoutText({ text, ...args }: Arguments): Arguments {
  if (text) fail('invalid_parameter', 'Send `text` or `id`, one of the two.');
  return args;
}

/** What is sent empty stays as it is: by the API an empty text removes the note. */
export function toSaved({ note, tags, ...args }: Arguments): Arguments {
  const isEmpty = Array.isArray(tags) && tags.length === 0;
  return { ...byCollection(args), note: note === '' ? undefined : note, tags: isEmpty ? undefined : tags };
}

/** An argument replaces the filter of its name. */
export function toQueryBody({ filters, limit, cursor, sort, distinct, ...others }: Arguments): unknown {
  const isObject = typeof filters === 'object' && !Array.isArray(filters);
  return { filters: isObject ? { ...filters, ...others } : filters, limit, cursor, sort, distinct };
}

export function toSimilarBody({ text, id, limit, ...filters }: Arguments): unknown {
  return { ...(text === undefined ? {} : { text }), ...(id === undefined ? {} : { id }), limit, filters };
}

export function queryOf({ query }: CallerEndpoint): z.ZodRawShape {
  return query?.shape ?? {};
}

export function bodyOf({ body }: CallerEndpoint): z.ZodRawShape {
  if (!(body instanceof z.ZodObject)) throw new Error('The body of this endpoint is no object.');
  return body.shape;
}

export function pick(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(
    names.map((name) => {
      const type = shape[name];
      if (!type) throw new Error(`The endpoint has no parameter ${name}.`);
      return [name, type];
    }),
  );
}
