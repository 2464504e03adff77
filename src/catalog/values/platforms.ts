// Platforms outside of the taxonomy: hooks have `Other` until an operator approves the name that their files give.
import { z } from 'zod';
import { writeAudit } from '../../audit/actions.ts';
import { type Acting, commit } from '../../audit/actor.ts';
import type { Database, Db } from '../../db/database.ts';
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

/** Approved names by their folded spelling. */
export type ApprovedPlatforms = ReadonlyMap<string, string>;

export const platformInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^\p{C},]+$/u, 'A platform has no comma and no control character.')
    .meta({ example: 'Bilibili' }),
});

export const platformSchema = z
  .object({
    name: z.string(),
    is_approved: z.boolean(),
    hooks: z.number().int().nullable().meta({ description: 'Hooks with `Other` whose files give this name' }),
  })
  .meta({ id: 'Platform', description: 'A platform outside of the taxonomy' });
export type Platform = z.infer<typeof platformSchema>;

const maxGivenShown = 100;

export async function approvedPlatforms(db: Db): Promise<ApprovedPlatforms> {
  return new Map((await selectKnownValues(db, 'platform')).map((name) => [foldLabel(name), name]));
}

/** Approved platforms, then names that files give, the most frequent first. */
export async function listPlatforms(db: Database): Promise<Platform[]> {
  const [approved, given] = [await selectKnownValues(db, 'platform'), await selectGivenPlatforms(db, maxGivenShown)];
  return [
    ...approved.map((name) => ({ name, is_approved: true, hooks: null })),
    ...given.map((platform) => ({ ...platform, is_approved: false })),
  ];
}

/** The platform with this name or alias. Fails for one that is neither in the taxonomy nor approved. */
export async function requirePlatform(db: Db, text: string): Promise<string> {
  const found = findValue('platform', text) ?? (await approvedPlatforms(db)).get(foldLabel(text));
  if (found !== undefined) return found;
  const detail = `${text.slice(0, 40)} is not a known platform. Approve it first: POST /operator/platforms.`;
  return fail('invalid_body', detail, { errors: [{ pointer: '#/platform', detail }] });
}

/** Hooks whose files give the name get it now, and imports keep it from now on. */
export async function approvePlatform(
  { db, actor, refresh }: Acting,
  { name }: z.infer<typeof platformInput>,
  maxPlatforms: number,
): Promise<Platform> {
  if (findValue('platform', name)) fail('conflict', `${name} is in the taxonomy and needs no approval.`);
  await commit({ db, refresh }, 'catalog', async (trx) => {
    const version = await nextVersion(trx);
    const approved = await approvedPlatforms(trx);
    if (approved.has(foldLabel(name))) fail('conflict', `${name} is approved already.`);
    if (approved.size + taxonomy.platform.length >= maxPlatforms)
      fail('conflict', `There are ${maxPlatforms} platforms (HOOKLINE_LIMIT_PLATFORMS). Withdraw one first.`);
    await insertKnownValues(trx, 'platform', [name]);
    const spellings = (await selectGivenNames(trx)).filter((given) => foldLabel(given) === foldLabel(name));
    const hooks = await givePlatform(trx, spellings, { platform: name, version });
    await writeAudit(trx, actor, { action: 'platform.approved', subject: name, details: { hooks } });
  });
  return { name, is_approved: true, hooks: null };
}

/** Its hooks have `Other` again. */
export async function withdrawPlatform({ db, actor, refresh }: Acting, name: string): Promise<Platform> {
  await commit({ db, refresh }, 'catalog', async (trx) => {
    const version = await nextVersion(trx);
    if (!(await deleteKnownValue(trx, 'platform', name))) fail('not_found', `${name} is not an approved platform.`);
    const hooks = await takePlatform(trx, { platform: name, version });
    await writeAudit(trx, actor, { action: 'platform.withdrawn', subject: name, details: { hooks } });
  });
  return { name, is_approved: false, hooks: null };
}
