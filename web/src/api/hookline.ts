// The SDK's client, for every endpoint of the public API. The cookie of the session stands in for the key.
import { createHookline } from '@hookline/sdk';

export const hookline = createHookline({ baseUrl: location.origin, retries: 1 });
