// The SDK's client for the public API, authenticated by the session cookie in place of a key.
import { createHookline } from '@hookline/sdk';
import { accountHeader, checkSession } from './client.ts';

export const hookline = createHookline({
  baseUrl: location.origin,
  retries: 1,
  fetch: async (url, init) => {
    const headers = [...new Headers(init?.headers), ...Object.entries(accountHeader())];
    const response = await fetch(url, { ...init, headers });
    checkSession(response);
    return response;
  },
});
