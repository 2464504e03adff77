// `fetch` from public addresses only, for URLs that strangers name. Redirects are returned, not followed.
import { lazily } from '../lib/lazily.ts';
import { guardedConnector } from './connect.ts';
import { createResolve } from './resolve.ts';

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const timeoutMs = 5_000;

export function createPublicFetch({ allowPrivate }: { allowPrivate: boolean }): Fetch {
  // Loaded on demand, as few services need it.
  const load = lazily(async () => {
    const undici = await import('undici');
    const resolve = createResolve({ allowPrivate });
    const dispatcher = new undici.Agent({
      connect: guardedConnector({ allowPrivate, timeoutMs, resolve, allowH2: false }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { undici, dispatcher };
  });
  return async (input, init = {}) => {
    const { undici, dispatcher } = await load();
    const { url, method, headers, signal } = new Request(input, init);
    const response = await undici.fetch(url, {
      method,
      headers: [...headers] as [string, string][],
      signal,
      dispatcher,
      redirect: 'manual',
    });
    // The class of the package is another than that of Node, with the same members.
    return response as unknown as Response;
  };
}
