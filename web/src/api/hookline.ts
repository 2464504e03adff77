// The SDK's client for the public API, authenticated by the session cookie in place of a key.
import { createHookline } from '@hookline/sdk';
import { accountHeader, checkSession } from './client.ts';

export const hookline = createHookline({
  baseUrl: location.origin,
  retries: 1,
  fetch: async (url, init) => {
    const response = await fetch(url, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), ...accountHeader() },
    });
    checkSession(response);
    return response;
  },
});
