// The SDK's client, for every endpoint of the public API. The cookie of the session stands in for the key.
import { createHookline } from '@hookline/sdk';
import { noticeEnd } from './client.ts';

export const hookline = createHookline({
  baseUrl: location.origin,
  retries: 1,
  fetch: async (...args) => {
    const response = await fetch(...args);
    noticeEnd(response);
    return response;
  },
});
