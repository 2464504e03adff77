// Languages of the catalog: their number is bounded, since filters, facets and /meta list them.
import type { Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { insertKnownValues, selectKnownValues } from './store.ts';

/**
 * Adds languages to those of the catalog, while there is room. The caller has locked the catalog. Returns what to use instead of each
 * language that found none: the language without script and region, or null.
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

/** Adds a language of an edit. Fails when there is no room. */
export async function requireLanguage(trx: Trx, language: string, maxLanguages: number): Promise<void> {
  const replaced = await admitLanguages(trx, [language], maxLanguages);
  if (replaced.size > 0)
    fail('conflict', `The catalog has ${maxLanguages} languages (HOOKLINE_LIMIT_LANGUAGES). Use one of GET /meta.`);
}
