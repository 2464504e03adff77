// Niches and archetypes that operators add to the taxonomy.
import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Trx } from '../../db/database.ts';
import { nicheWordOf } from '../../labels/rules/niche.ts';
import { fail } from '../../lib/errors.ts';
import { findValue, foldLabel, type OwnValue, ownKinds } from '../../taxonomy/taxonomy.ts';
import { nextVersion } from '../store.ts';
import { deleteOwnValue, selectOwnValues, upsertOwnValue } from '../values/store.ts';
import { giveValue, type MapContext } from './unknown-values.ts';

const maxOfKind = 50;
const label = z
  .string()
  .trim()
  .regex(/^\P{C}{1,35}$/u, 'It must have 1 to 35 characters, and no control character.');
const kind = z.enum(ownKinds);
const name = label.meta({ description: 'Its id is derived from it. Another PUT with the same id replaces the value' });
const description = z
  .string()
  .trim()
  .regex(/^\P{C}{0,200}$/u, 'It must have at most 200 characters, and no control character.')
  .meta({ description: 'Sent to language models. Default: the name' });
const aliases = z.array(label).max(30).meta({ description: 'Other spellings that filters and imports accept' });
const words = z.array(label).max(100).meta({
  description: 'One or two words each: lines with one of them are guessed as the niche. Only for niches',
});

export const ownValueInput = z.strictObject({
  ...{ kind, name, description: description.default('') },
  ...{ aliases: aliases.default([]), words: words.default([]) },
});

const hooks = z.number().int().meta({ description: 'Published and pending hooks that have it' });
export const ownValueSchema = z
  .object({ kind, id: z.string(), name, description, aliases, words, hooks })
  .meta({ id: 'OwnValue', description: 'A niche or an archetype that an operator added' });
type ShownValue = z.infer<typeof ownValueSchema>;

/**
 * Gives the value to records that already contain it and have no label of the taxonomy. Every process loads it with the next catalog
 * version.
 */
export async function putOwnValue(ctx: MapContext, input: z.infer<typeof ownValueInput>): Promise<ShownValue> {
  const { kind, name, words } = input;
  const id = foldLabel(name)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
  if (id === '') fail('invalid_body', '`name` must contain a letter or digit.');
  if (kind !== 'niche' && words.length > 0) fail('invalid_body', 'Only niches have words. Leave `words` out.');
  const wrong = words.find((word) => nicheWordOf(word) === undefined);
  if (wrong !== undefined) fail('invalid_body', `${wrong} must be one or two words of letters.`);
  const aliases = [...new Set([name, ...input.aliases].map(foldLabel))].filter((alias) => alias !== id);
  const value: OwnValue = { kind, id, name, description: input.description || `${name}.`, aliases, words };
  const put = async (trx: Trx, audit: Audit) => {
    const stamp = { now: new Date(), version: await nextVersion(trx) };
    const own = (await selectOwnValues(trx)).filter((one) => one.kind === kind);
    const others = own.filter((one) => one.id !== id);
    const isNew = others.length === own.length;
    for (const label of [id, ...aliases]) {
      const taken = others.find((one) => [one.id, ...one.aliases].includes(label))?.id ?? findValue(kind, label);
      if (taken !== undefined && (isNew || taken !== id)) fail('conflict', `${label} is already the ${kind} ${taken}.`);
    }
    if (isNew && own.length >= maxOfKind)
      fail('conflict', `You have ${maxOfKind} of your own, which is the maximum. Remove one first.`);
    await upsertOwnValue(trx, value);
    const given = { source: '', field: kind, labels: [id, ...aliases], becomes: id };
    const records = (await giveValue(trx, ctx, given, stamp)).length;
    await audit({ action: 'value.set', subject: id, details: { kind, name, aliases, words, records } });
  };
  await commit(ctx, put, 'catalog');
  const stored = await selectOwnValues(ctx.db);
  return stored.find((one) => one.kind === kind && one.id === id) ?? { ...value, hooks: 0 };
}

/** Fails while a hook has the value. Also removes mappings to it. */
export async function removeOwnValue(ctx: Context, { kind, id }: { kind: string; id: string }): Promise<ShownValue> {
  const remove = async (trx: Trx, audit: Audit) => {
    await nextVersion(trx);
    const own = (await selectOwnValues(trx)).find((one) => one.kind === kind && one.id === id);
    if (!own) return fail('not_found', `${id.slice(0, 40)} is not a niche or an archetype of your own.`);
    if (own.hooks > 0) fail('conflict', `${own.hooks} hooks have the ${kind} ${id}. Give them another one first.`);
    await deleteOwnValue(trx, own);
    await audit({ action: 'value.removed', subject: id, details: { kind } });
    return own;
  };
  return commit(ctx, remove, 'catalog');
}
