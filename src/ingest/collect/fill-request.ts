// Fills the request of a JSON API: secrets and dates in its headers and its body. The texts that it returns are never logged.
import type { RequestSettings } from '../../db/tables/collect.ts';
import { dayMs } from '../../lib/time.ts';
import { fillSecrets, secretsIn } from '../../secrets/secret.ts';
import { tryParseJson } from '../formats/parse-json.ts';

export type FilledRequest = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Names of the secrets that it sends, for errors. */
  secretNames: readonly string[];
};

/** Names of the secrets that the headers and the body refer to, each once. */
export function secretNamesOf({ headers = {}, body = '' }: RequestSettings): string[] {
  return secretsIn([...Object.values(headers), body].join('\n'));
}

/** Throws an error for the operator if there is no such secret. `now`: for dates. */
export function fillRequest(
  request: RequestSettings,
  secrets: ReadonlyMap<string, string>,
  now = new Date(),
): FilledRequest {
  const { headers = {}, body } = request;
  const filled = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    checkHeader(name, fillSecrets(value, secrets)),
  ]);
  const secretNames = secretNamesOf(request);
  if (body === undefined) return { method: 'GET', headers: Object.fromEntries(filled), body, secretNames };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...Object.fromEntries(filled) },
    body: fillSecrets(
      fillDates(body, now),
      secrets,
      tryParseJson(body) !== undefined ? escapeJson : encodeURIComponent,
    ),
    secretNames,
  };
}

function checkHeader(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new Error(`The header ${name} has a character that headers cannot have. Set its secret again.`);
}

/** `$date:-7d` is the day a week ago in UTC, as 2026-11-15; `$yyyymmdd:-7d` the same as 20261115. */
function fillDates(text: string, now: Date): string {
  return text.replace(/\$(date|yyyymmdd):([+-]?\d{1,4})d\b/g, (_, format: string, days: string) => {
    const date = new Date(now.getTime() + Number(days) * dayMs).toISOString().slice(0, 10);
    return format === 'date' ? date : date.replaceAll('-', '');
  });
}

function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
