// `request`: how the pages ask /session, /account and /operator. It carries the cookie of the session. The public API is
// hookline.ts; reading in components is use-api.ts.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import { mutate } from 'swr';

/** What SWR keeps the session under; null where nobody is signed in. */
export const sessionKey = ['session'] as const;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>;

/** What lists give whose next page is asked for with `after`. */
export type AfterPage<T> = { data: T[]; next: string | null };

type Input = {
  query?: Query;
  body?: unknown;
  /** Is sent also where the page is being left. */
  keepalive?: boolean;
};

/**
 * Sends once, since a write may have been done although its answer was lost. Gives `data` where the answer has the
 * envelope, else the whole body (the operator's answers). Throws HooklineError or HooklineConnectionError.
 */
export async function request<T = void>(method: Method, path: string, input: Input = {}): Promise<T> {
  const body = await send(method, path, input);
  return body?.success === true ? body.data : body;
}

/** A page of a list that tells `next` beside its data. */
export async function requestPage<T>(path: string, query: Query = {}): Promise<AfterPage<T>> {
  const { data, next } = await send('GET', path, { query });
  return { data, next: next ?? null };
}

/** The whole body, for answers that tell more beside their data, such as totals. */
export function requestBody<T>(path: string, query: Query = {}): Promise<T> {
  return send('GET', path, { query });
}

/** Whose next page is asked for with `cursor`, as the lists of the public API are. */
export type CursorPage<T> = { data: T[]; total: number; nextCursor: string | null };

/** The same for the lists of the public API. */
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

// biome-ignore lint/suspicious/noExplicitAny: callers name the type of what comes
async function send(method: Method, path: string, { query, body, keepalive }: Input): Promise<any> {
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' };
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(path + toSearch(query), { method, headers, body: sent, keepalive }).catch((cause) => {
    throw new HooklineConnectionError('No answer came. Look at your connection, then try again.', cause);
  });
  if (path !== '/session') noticeEnd(response);
  const answer = parse(await response.text());
  if (!response.ok) throw new HooklineError(response.status, answer?.code ? answer : undefined, response.headers);
  return answer;
}

/** Where the session has ended meanwhile, asking for it anew leads to the sign-in page. */
export function noticeEnd({ status }: Response): void {
  if (status === 401) void mutate(sessionKey);
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
