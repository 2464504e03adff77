// Fills the request of a JSON API: secrets and dates in its headers and its body. The texts that it returns are never logged.
import { fillSecrets, secretsIn } from '../../secrets/secret.ts';
import type { RequestSettings } from './settings.ts';

export type FilledRequest = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Names of the secrets that it sends, for errors. */
  secretNames: readonly string[];
};

/** Throws an error for the operator if there is no such secret. `now`: for dates. */
export function fillRequest(
  { headers = {}, body }: RequestSettings,
  secrets: ReadonlyMap<string, string>,
  now = new Date(),
): FilledRequest {
  const filled = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    checkHeader(name, fillSecrets(value, secrets)),
  ]);
  const secretNames = secretsIn([...Object.values(headers), body ?? ''].join('\n'));
  if (body === undefined) return { method: 'GET', headers: Object.fromEntries(filled), body, secretNames };
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...Object.fromEntries(filled) },
    body: fillSecrets(fillDates(body, now), secrets, isJson(body) ? escapeJson : encodeURIComponent),
    secretNames,
  };
}

function checkHeader(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw new Error(`The header ${name} has a character that headers cannot have. Set its secret again.`);
}

const dayMs = 24 * 3_600_000;

/** `$date:-7d` is the day a week ago in UTC, as 2026-11-15; `$yyyymmdd:-7d` the same as 20261115. */
function fillDates(text: string, now: Date): string {
  return text.replace(/\$(date|yyyymmdd):([+-]?\d{1,4})d\b/g, (_, format: string, days: string) => {
    const date = new Date(now.getTime() + Number(days) * dayMs).toISOString().slice(0, 10);
    return format === 'date' ? date : date.replaceAll('-', '');
  });
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
