// Languages of the catalog: their number is bounded, since filters, facets and /meta list them.

import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database, Db, Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { findValue, foldLabel, taxonomy } from '../../taxonomy/taxonomy.ts';
import { nextVersion } from '../store.ts';
import {
  deleteKnownValue,
  givePlatform,
  insertKnownValues,
  selectGivenNames,
  selectGivenPlatforms,
  selectKnownValues,
  takePlatform,
} from './store.ts';

/**
 * Adds languages to those of the catalog, while there is room. The caller must have locked the catalog. Returns the replacement of each
 * rejected language: the language without script and region, or null.
 */
export async function admitLanguages(
  trx: Trx,
  languages: Iterable<string>,
  maxLanguages: number,
): Promise<ReadonlyMap<string, string | null>> {
  const known = new Set(await selectKnownValues(trx, 'language'));
  const fresh = [...languages].filter((language) => !known.has(language));
  const admitted = fresh.slice(0, Math.max(0, maxLanguages - known.size));
  await insertKnownValues(trx, 'language', admitted);
  for (const language of admitted) known.add(language);
  const baseOf = (language: string) => language.split('-', 1)[0] ?? '';
  return new Map(
    fresh.slice(admitted.length).map((language) => [language, known.has(baseOf(language)) ? baseOf(language) : null]),
  );
}

/** Adds a language of an edit. Fails without room. */
export async function requireLanguage(trx: Trx, language: string, maxLanguages: number): Promise<void> {
  const replaced = await admitLanguages(trx, [language], maxLanguages);
  if (replaced.size > 0)
    fail('conflict', `The catalog has ${maxLanguages} languages (HOOKLINE_LIMIT_LANGUAGES). Use one of GET /meta.`);
}

// Platforms outside of the taxonomy: hooks have `Other` until an operator approves the name in their files.

/** Approved names by their folded spelling. */
type ApprovedPlatforms = ReadonlyMap<string, string>;

export const platformInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^\p{C},]+$/u, 'A platform must not contain a comma or a control character.')
    .meta({ example: 'Bilibili' }),
});

export const platformSchema = z
  .object({
    name: z.string(),
    is_approved: z.boolean(),
    hooks: z.number().int().nullable().meta({ description: 'Hooks with `Other` whose files have this name' }),
  })
  .meta({ id: 'Platform', description: 'A platform outside the taxonomy' });
export type Platform = z.infer<typeof platformSchema>;

const maxGivenShown = 100;

export async function approvedPlatforms(db: Db): Promise<ApprovedPlatforms> {
  return new Map((await selectKnownValues(db, 'platform')).map((name) => [foldLabel(name), name]));
}

/** Returns approved platforms, then names from files, the most frequent first. */
export async function listPlatforms(db: Database): Promise<Platform[]> {
  const [approved, given] = [await selectKnownValues(db, 'platform'), await selectGivenPlatforms(db, maxGivenShown)];
  return [
    ...approved.map((name) => ({ name, is_approved: true, hooks: null })),
    ...given.map((platform) => ({ ...platform, is_approved: false })),
  ];
}

/** Returns the platform with this name or alias. Fails if it is neither in the taxonomy nor approved. */
export async function requirePlatform(db: Db, text: string): Promise<string> {
  const found = findValue('platform', text) ?? (await approvedPlatforms(db)).get(foldLabel(text));
  if (found !== undefined) return found;
  const detail = `${text.slice(0, 40)} is not a known platform. Approve it first: POST /operator/platforms.`;
  return fail('invalid_body', detail, { errors: [{ pointer: '#/platform', detail }] });
}

/** Gives the platform to hooks whose files contain the name; imports keep the name from now on. */
export async function approvePlatform(
  ctx: Context & { limits: Pick<Limits, 'platforms'> },
  { name }: z.infer<typeof platformInput>,
): Promise<Platform> {
  const { platforms: maxPlatforms } = ctx.limits;
  if (findValue('platform', name)) fail('conflict', `${name} is in the taxonomy and needs no approval.`);
  const approve = async (trx: Trx, audit: Audit) => {
    const version = await nextVersion(trx);
    const approved = await approvedPlatforms(trx);
    if (approved.has(foldLabel(name))) fail('conflict', `${name} is already approved.`);
    if (approved.size + taxonomy.platform.length >= maxPlatforms)
      fail('conflict', `There are ${maxPlatforms} platforms (HOOKLINE_LIMIT_PLATFORMS). Withdraw one first.`);
    await insertKnownValues(trx, 'platform', [name]);
    const spellings = (await selectGivenNames(trx)).filter((given) => foldLabel(given) === foldLabel(name));
    const { length: hooks } = await givePlatform(trx, spellings, { platform: name, version });
    await audit({ action: 'platform.approved', subject: name, details: { hooks } });
  };
  await commit(ctx, approve, 'catalog');
  return { name, is_approved: true, hooks: null };
}

/** Gives `Other` back to the platform's hooks. */
export async function withdrawPlatform(ctx: Context, { name }: { name: string }): Promise<Platform> {
  const withdraw = async (trx: Trx, audit: Audit) => {
    const version = await nextVersion(trx);
    if (!(await deleteKnownValue(trx, 'platform', name))) fail('not_found', `${name} is not an approved platform.`);
    const hooks = await takePlatform(trx, { platform: name, version });
    await audit({ action: 'platform.withdrawn', subject: name, details: { hooks } });
  };
  await commit(ctx, withdraw, 'catalog');
  return { name, is_approved: false, hooks: null };
}
