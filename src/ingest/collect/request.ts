// Fills the request of a JSON API: secrets and dates in its headers and its body. The returned texts are never logged.

import { pipeline, type Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import type { RequestSettings } from '../../db/tables/collect.ts';
import { dayMs } from '../../lib/time.ts';
import { notPublic, targetUrlError } from '../../net/address.ts';
import { describeFailure, guardedConnector, isTimeout, TargetRefusedError } from '../../net/connect.ts';
import { createResolve } from '../../net/resolve.ts';
import { fillSecrets, secretsIn } from '../../secrets/secret.ts';
import { isObject, tryParseJson } from '../formats/parse-json.ts';

export type FilledRequest = {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  /** Names of the sent secrets, for errors. */
  secretNames: readonly string[];
};

/** Names of the secrets in the headers and the body, without repetitions. */
export function secretNamesOf({ headers = {}, body = '' }: RequestSettings): string[] {
  return secretsIn([...Object.values(headers), body].join('\n'));
}

/** Throws an error for the operator if a secret does not exist. `now`: base of the dates. */
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
  throw new Error(`The header ${name} contains a character that is invalid in headers. Set its secret again.`);
}

/** Replaces `$date:-7d` by the day a week ago in UTC, as 2026-11-15, and `$yyyymmdd:-7d` by 20261115. */
function fillDates(text: string, now: Date): string {
  return text.replace(/\$(date|yyyymmdd):([+-]?\d{1,4})d\b/g, (_, format: string, days: string) => {
    const date = new Date(now.getTime() + Number(days) * dayMs).toISOString().slice(0, 10);
    return format === 'date' ? date : date.replaceAll('-', '');
  });
}

function escapeJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

// Requests of collectors: one request to a JSON API, from public addresses only, with limits of size and time, and retries.

type JsonRequest = {
  url: URL;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Allows http and private addresses. */
  allowPrivate: boolean;
  signal: AbortSignal;
  /** Wait before the first retry. It doubles with each retry. Default 1 s. */
  retryMs?: number;
  /** Time until a response has arrived completely. Default 5 min. */
  totalMs?: number;
};

/** `text` is empty for 304; other statuses than 2xx are returned, not thrown. */
export type JsonResponse = { status: number; headers: Readonly<Record<string, string>>; text: string };

/** Time without a byte. */
const timeoutMs = 60_000;
const defaultTotalMs = 5 * 60_000;
const maxBytes = 64 * 1024 ** 2;
const maxAttempts = 4;
/** The caller handles a longer Retry-After. */
const maxRetryAfterMs = 30_000;

/** Retries failed connections, 429 and 5xx. Rejects with a message for the operator, which contains the host but never the query. */
export async function requestJson(request: JsonRequest): Promise<JsonResponse> {
  const { url, allowPrivate, signal, retryMs = 1000 } = request;
  const problem = targetUrlError(url.href, { field: url.host, allowPrivate });
  if (problem) throw new Error(problem);
  const resolve = createResolve({ allowPrivate });
  // Loaded on demand, since only some jobs send requests.
  const undici = await import('undici');
  const agent = new undici.Agent({
    connect: guardedConnector({ allowPrivate, timeoutMs: 10_000, resolve, allowH2: false }),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  try {
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(agent, request).catch((error) => toError(url, error));
      const waitMs = attempt < maxAttempts ? retryAfter(outcome, retryMs * 2 ** (attempt - 1)) : undefined;
      if (signal.aborted) throw signal.reason;
      if (waitMs === undefined) {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
      await pause(waitMs, undefined, { signal });
    }
  } finally {
    await agent.destroy();
  }
}

async function send(agent: Agent, request: JsonRequest): Promise<JsonResponse> {
  const { url, method = 'GET', headers, body, totalMs = defaultTotalMs } = request;
  const { origin, pathname, search } = url;
  const isLate = AbortSignal.timeout(totalMs);
  const signal = AbortSignal.any([request.signal, isLate]);
  try {
    const response = await agent.request({
      origin,
      path: pathname + search,
      method,
      headers: { accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Hookline', ...headers },
      body,
      signal,
    });
    return { status: response.statusCode, headers: flat(response.headers), text: await readText(url, response) };
  } catch (error) {
    if (!isLate.aborted || request.signal.aborted) throw error;
    throw new PermanentError(`${url.host}: the response did not arrive within ${totalMs / 1000} s.`);
  }
}

/** The limit counts decompressed bytes. */
async function readText(url: URL, response: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of decoded(url, response)) {
    received += chunk.length;
    if (received > maxBytes) throw new PermanentError(`${url.host} sends more than ${maxBytes / 1024 ** 2} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function decoded(url: URL, { headers, body }: Dispatcher.ResponseData): Readable {
  const coding = [headers['content-encoding']].flat()[0]?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return body;
  if (coding === 'gzip' || coding === 'x-gzip') return pipeline(body, createGunzip(), () => {});
  body.on('error', () => {});
  body.destroy();
  throw new PermanentError(`${url.host} sends the Content-Encoding ${coding}, which is not supported.`);
}

/** A retry would fail too. */
class PermanentError extends Error {}

function toError(url: URL, error: unknown): Error {
  if (error instanceof PermanentError) return error;
  if (error instanceof TargetRefusedError) return new PermanentError(notPublic(url.host));
  const reason = isTimeout(error) ? `no response within ${timeoutMs / 1000} s` : describeFailure(error);
  return new Error(`${url.host}: ${reason}.`, { cause: error });
}

/** Returns the wait in milliseconds, or undefined if the outcome is final. */
function retryAfter(outcome: JsonResponse | Error, waitMs: number): number | undefined {
  if (outcome instanceof Error) return outcome instanceof PermanentError ? undefined : waitMs;
  if (outcome.status < 500 && outcome.status !== 429) return undefined;
  const askedMs = Number(outcome.headers['retry-after'] ?? 0) * 1000;
  if (!(askedMs <= maxRetryAfterMs)) return undefined;
  return Math.max(waitMs, askedMs);
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

// Advice for the operator about failed responses of a JSON API.

/** Apify responds with 201 to a request that starts a scraper and waits for its results. */
export function isSuccess(status: number): boolean {
  return status === 200 || status === 201;
}

type StatusProblem = { message: string; remedy: string | null };

type Response = { status: number; text?: string; location?: string | undefined };

/** `secretNames`: names of the sent secrets. */
export function describeStatus(url: URL, response: Response, secretNames: readonly string[]): StatusProblem {
  const { status, text = '', location } = response;
  const reason = errorMessageIn(text);
  const message = `${url.host} responded with ${status}${reason === null ? '.' : `: ${reason}`}`;
  return { message, remedy: remedyOf(url, status, location, secretNames) };
}

function remedyOf(
  url: URL,
  status: number,
  location: string | undefined,
  secretNames: readonly string[],
): string | null {
  if (status === 401 || status === 403) return remedyOfRefusal(secretNames);
  if (status === 404 || status === 410) return 'Check the location: nothing was found at this URL.';
  if (status === 405) return 'Check whether the API requires POST: requests with a body are sent by POST.';
  if (status === 429) return 'Run the source less often, or request larger pages.';
  if (status >= 500) return 'No action needed; the next run retries.';
  if (status >= 300 && status < 400) {
    const target = location === undefined ? null : URL.parse(location, url);
    return target ? `Set the location to ${target.origin}${target.pathname}.` : 'Check the location.';
  }
  return 'Check the location, the headers and the body.';
}

function remedyOfRefusal(names: readonly string[]): string {
  if (names.length === 0)
    return "Send a key with --header 'Authorization: Bearer $secret:NAME', after `npx hookline admin secrets set NAME`.";
  const commands = names.map((name) => `\`npx hookline admin secrets set ${name}\``).join(' or ');
  return `Check the secret ${names.join(' and ')}: set it again with ${commands}.`;
}

const maxLength = 200;

/** The message of an error in JSON, in the members that APIs use for it, or null. */
function errorMessageIn(text: string): string | null {
  const document = tryParseJson(text);
  if (!isObject(document)) return null;
  const { error, errors } = document;
  const [first] = Array.isArray(errors) ? errors : [];
  for (const holder of [error, first, document])
    for (const message of isObject(holder) ? [holder.message, holder.detail, holder.error_description] : [holder])
      if (typeof message === 'string' && message.trim() !== '') return toSentence(message);
  return null;
}

function toSentence(message: string): string {
  const line = message.replace(/[\s\p{C}]+/gu, ' ').trim();
  const short = line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
