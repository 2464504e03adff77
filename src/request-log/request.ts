// A logged call, as the API shows it.
import { z } from 'zod';
import { storableText } from '../lib/text.ts';
import type { FoundRequest } from './store.ts';

export const requestSchema = z
  .object({
    request_id: z.string().meta({ description: '`x-request-id` of the response', example: 'req_k3Xz9A1f' }),
    at: z.iso.datetime().meta({ description: 'When it arrived' }),
    key_id: z.string(),
    key_name: z.string().nullable().meta({ description: 'null if the key has no name or no longer exists' }),
    method: z.string(),
    path: z.string().meta({
      description: 'Path with its parameters, at most 1,000 characters. Secrets are replaced by [redacted]',
      example: '/hooks?niche=finance&limit=20',
    }),
    endpoint: z
      .string()
      .meta({ description: 'Endpoint as in usage history; `unknown` if no endpoint matches', example: '/hooks/:id' }),
    via: z.literal('mcp').nullable().meta({ description: '`mcp` for a tool of the MCP server' }),
    status: z.int(),
    ms: z.number().meta({ description: 'Time until the response, in milliseconds' }),
    bytes: z.int().meta({ description: "Size of the response's body before compression" }),
    sample_rate: z
      .number()
      .meta({ description: 'Share of similar calls in the same second that were logged; 1 means all' }),
  })
  .meta({ id: 'LoggedRequest', description: 'A call in the request log' });
export type LoggedRequest = z.infer<typeof requestSchema>;

export const requestDetailSchema = z
  .object({
    ...requestSchema.shape,
    problem: z.looseObject({}).nullable().meta({
      description: 'Problem document of a refused call; null if it was served',
    }),
    expires_at: z.iso.datetime().meta({ description: 'When it is deleted' }),
  })
  .meta({ id: 'LoggedRequestDetail', description: 'A call in the request log, with its problem document' });
export type LoggedRequestDetail = z.infer<typeof requestDetailSchema>;

export function toRequest(row: FoundRequest): LoggedRequest {
  const { key_id, key_name, method, path, endpoint, via, status, bytes } = row;
  return {
    request_id: row.id,
    at: row.at.toISOString(),
    ...{ key_id, key_name, method, path, endpoint, via, status },
    ms: Math.round(row.took_ms * 100) / 100,
    bytes,
    sample_rate: Math.round(row.sample_rate * 10_000) / 10_000,
  };
}

export function toRequestDetail(row: FoundRequest): LoggedRequestDetail {
  return { ...toRequest(row), problem: row.problem, expires_at: new Date(row.expires_on).toISOString() };
}

// Sample of the calls of one second: all calls of an account up to 100, beyond that a random part with a known share. Pure.

/** Refused calls are few and the most searched for, so they are sampled separately and come first. */
export type Tally<Entry> = { served: Group<Entry>; refused: Group<Entry> };
type Group<Entry> = { seen: number; entries: Entry[] };

/** `rate` is the share of similar calls that are in the sample, up to 1. */
export type Sampled<Entry> = { entry: Entry; rate: number };

export const maxPerSecond = 100;

export function newTally<Entry>(): Tally<Entry> {
  return { served: { seen: 0, entries: [] }, refused: { seen: 0, entries: [] } };
}

/** Counts a call. Returns the place in `entries` that it takes, or -1 if it is not in the sample: reservoir sampling. */
export function placeFor(group: Group<unknown>): number {
  group.seen += 1;
  if (group.seen <= maxPerSecond) return group.seen - 1;
  const place = Math.floor(Math.random() * group.seen);
  return place < maxPerSecond ? place : -1;
}

/** Returns at most `max` calls. If both kinds were seen, each has an entry, so that its rate is logged. */
export function takeSample<Entry>({ served, refused }: Tally<Entry>, max: number): Sampled<Entry>[] {
  const reserved = served.seen > 0 && max > 1 ? 1 : 0;
  const first = thin(refused, max - reserved);
  return [...first, ...thin(served, max - first.length)];
}

function thin<Entry>({ seen, entries }: Group<Entry>, max: number): Sampled<Entry>[] {
  const count = Math.min(max, entries.length);
  const step = entries.length / count;
  const rate = count / seen;
  return Array.from({ length: count }, (_, at) => ({ entry: entries[Math.floor(at * step)] as Entry, rate }));
}

export function sizeOf({ served, refused }: Tally<unknown>): number {
  return Math.min(maxPerSecond, served.entries.length + refused.entries.length);
}

/** Returns the maximum for each so that all have at most `total`; unused shares go to the others. */
export function fairShare(wanted: readonly number[], total: number): number {
  let left = total;
  let others = wanted.length;
  for (const size of [...wanted].sort((a, b) => a - b)) {
    if (size * others > left) return Math.max(1, Math.floor(left / others));
    left -= size;
    others -= 1;
  }
  return maxPerSecond;
}

// Removes secrets from what the request log stores: keys that were sent in a URL by mistake, and parameters named like secrets.

/** Usual maximum of a URL of the API; the longest accepted one has 16 times as much. */
const maxPathLength = 1000;
const maxProblemLength = 4000;

/** Keys, access tokens and webhook secrets of this service, and secrets of others in their usual form. */
const secrets = /(?<![a-z0-9])(hkl|hko|whsec|sk|pk|ghp|xox[a-z])[_-][\w./+=-]{8,}/gi;
/** The URL of a feed or a share page is its secret. */
const linkToken = /(\/[fc]\/)[0-9a-z]{20,}/gi;
const secretName = /token|secret|passw|authorization|api[-_]?key|bearer|signature|^key$|^auth$/i;
/** `key` is also the parameter for ids of keys, which are no secrets. */
const keyId = /^key_\w/;

/** Path and query, shortened. */
export function redactUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  const parameters = query.join('?').split('&').map(redactParameter).join('&');
  const redacted = redactText(query.length > 0 ? `${path}?${parameters}` : path);
  return redacted.length <= maxPathLength ? redacted : `${redacted.slice(0, maxPathLength)}…`;
}

function redactParameter(parameter: string): string {
  const end = parameter.indexOf('=');
  const name = decode(parameter.slice(0, end)).text;
  return end === -1 || !secretName.test(name) || keyId.test(parameter.slice(end + 1))
    ? parameter
    : `${parameter.slice(0, end)}=[redacted]`;
}

function redactText(text: string): string {
  const withoutSecrets = replaceDecoded(text, secrets, (prefix) => `${prefix}_[redacted]`);
  return storableText(replaceDecoded(withoutSecrets, linkToken, (address) => `${address}[redacted]`));
}

/** Replaces matches in the percent-decoded text; the rest is unchanged. */
function replaceDecoded(encoded: string, pattern: RegExp, replacement: (group: string) => string): string {
  const { text, starts } = decode(encoded);
  let replaced = '';
  let end = 0;
  for (const { 0: found, 1: group = '', index } of text.matchAll(pattern)) {
    replaced += encoded.slice(end, starts[index]) + replacement(group);
    end = starts[index + found.length] ?? encoded.length;
  }
  return replaced + encoded.slice(end);
}

/** Text can be encoded several times. */
const maxRounds = 3;

/** Returns each byte as a character, with its start in `encoded`. */
function decode(encoded: string): { text: string; starts: number[] } {
  let text = encoded;
  let starts = Array.from({ length: encoded.length }, (_, at) => at);
  for (let round = 0; round < maxRounds && text.includes('%'); round++) {
    const former = starts;
    starts = [];
    text = text.replace(/%([0-9a-f]{2})|[\s\S]/gi, (whole, hex: string | undefined, at: number) => {
      starts.push(former[at] ?? 0);
      return hex === undefined ? whole : String.fromCharCode(Number.parseInt(hex, 16));
    });
  }
  return { text, starts };
}

/** Returns the JSON of a problem document without fields that the log already has; undefined if it is not JSON. */
export function redactProblem(json: string): string | undefined {
  try {
    const { success, request_id, timestamp, instance, ...problem } = JSON.parse(json);
    const whole = toStorable(problem);
    return whole.length <= maxProblemLength ? whole : toStorable({ ...problem, errors: problem.errors?.slice(0, 3) });
  } catch {
    return undefined;
  }
}

function toStorable(problem: Record<string, unknown>): string {
  return JSON.stringify(problem, (_, value) => (typeof value === 'string' ? redactText(value).slice(0, 1000) : value));
}
