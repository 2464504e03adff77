// Secrets of a source: those that its requests send.
import type { Database } from '../../db/database.ts';
import type { RequestSettings } from '../../db/tables/collect.ts';
import { secretNamesOf } from '../collect/fill-request.ts';
import { parseLocation } from './location.ts';
import { type SourceRow, selectSources } from './store.ts';

export function secretsOf({ location, request }: Pick<SourceRow, 'location' | 'request'>): string[] {
  return parseLocation(location).kind === 'youtube' ? ['youtube'] : secretNamesOf(request ?? {});
}

/** Of all, those that the requests of the source send. */
export function sentSecrets(
  source: Pick<SourceRow, 'location' | 'request'>,
  secrets: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const names = secretsOf(source);
  return new Map([...secrets].filter(([name]) => names.includes(name)));
}

/** Names of sources by the name of the secret. */
export async function sourcesBySecret(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const sources = new Map<string, string[]>();
  for (const row of await selectSources(db))
    for (const secret of secretsOf(row)) sources.set(secret, [...(sources.get(secret) ?? []), row.name]);
  return sources;
}

/** For the audit log: an operator may have written a token instead of the name of a secret. */
export function withoutValues(request: RequestSettings | null): unknown {
  if (!request) return null;
  const { headers, body, ...paging } = request;
  return { ...paging, ...(headers ? { headers: Object.keys(headers) } : {}), ...(body ? { body: '…' } : {}) };
}
