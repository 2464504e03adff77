// The SDK's client for the public API, authenticated by the session cookie in place of a key.
import { createHookline } from '@hookline/sdk';
import { handleUnauthorized } from './client.ts';

export const hookline = createHookline({
  baseUrl: location.origin,
  retries: 1,
  fetch: async (...args) => {
    const response = await fetch(...args);
    handleUnauthorized(response);
    return response;
  },
});
