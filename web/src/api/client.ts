// HTTP client of the pages: JSON requests with the session cookie. Components read through use-api.ts; hookline.ts is the SDK's client.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import { mutate } from 'swr';

/** SWR cache key of the session; its value is null when signed out. */
export const sessionKey = ['session'] as const;

/** Numbers of pending decisions, shown in the navigation; any change by an operator may change them. */
export const waitingPath = '/operator/waiting';

let shownAccount: string | undefined;

/**
 * Account that the dashboard shows: the first since the page was loaded. Requests name it, so the service refuses them once the session was
 * switched to another account.
 */
export function showAccount(id: string): string {
  shownAccount ??= id;
  return shownAccount;
}

export const accountHeader = (): Record<string, string> => (shownAccount ? { 'hookline-account': shownAccount } : {});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

/** A page of a list; `next` is the `after` of the next page. */
export type KeysetPage<T> = { data: T[]; next: string | null };

type Input = {
  query?: Query;
  body?: unknown;
  /** The request completes even when the page is being closed. */
  keepalive?: boolean;
};

/**
 * Never retries: a write may have been applied although its response was lost. Returns `data` of an envelope, else the
 * whole body (operator routes). Throws HooklineError or HooklineConnectionError.
 */
export async function request<T = void>(method: Method, path: string, input: Input = {}): Promise<T> {
  const body = await send(method, path, input);
  return body?.success === true ? body.data : body;
}

/** Reads a page of an operator list, whose response has `data` and `next`. */
export async function requestPage<T>(path: string, query: Query = {}): Promise<KeysetPage<T>> {
  const { data, next } = await send('GET', path, { query });
  return { data, next: next ?? null };
}

/** Returns the whole body, for responses with totals or facets in addition to `data`. */
export function requestBody<T>(path: string, query: Query = {}): Promise<T> {
  return send('GET', path, { query });
}

/** A page of a public API list; `nextCursor` is the `cursor` of the next page. */
export type CursorPage<T> = { data: T[]; total: number; nextCursor: string | null };

/** Reads a page of a public API list, which is paged by `cursor`. */
export async function requestCursorPage<T>(path: string, query: Query = {}): Promise<CursorPage<T>> {
  const { data, total, next_cursor } = await send('GET', path, { query });
  return { data, total, nextCursor: next_cursor };
}

function toSearch(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      if (one !== undefined && one !== null && one !== '') search.append(name, `${one}`);
  return search.size > 0 ? `?${search}` : '';
}

// biome-ignore lint/suspicious/noExplicitAny: callers name the type of the response
async function send(method: Method, path: string, { query, body, keepalive }: Input): Promise<any> {
  const headers = {
    // Other routes concern no account, or the account in their path.
    ...(!/^\/(session|sign-|operator\/)/.test(path) && accountHeader()),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(path + toSearch(query), { method, headers, body: sent, keepalive }).catch((cause) => {
    throw new HooklineConnectionError('Can’t reach Hookline. Check your connection and retry.', cause);
  });
  if (path !== '/session') checkSession(response);
  const answer = parse(await response.text());
  if (!response.ok) throw new HooklineError(response.status, answer?.code ? answer : undefined, response.headers);
  if (method !== 'GET' && path.startsWith('/operator/')) void mutate(waitingPath);
  return answer;
}

/** The session may have expired, or been switched to another account, so it is fetched again. */
export function checkSession({ status }: Response): void {
  if (status === 401 || status === 409) void mutate(sessionKey);
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
