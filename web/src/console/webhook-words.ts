// Words for webhooks: why one is paused. Nothing here knows of React.
import type { Endpoint } from '../../../src/webhooks/endpoint.ts';

export const pausedBecause: Readonly<Record<NonNullable<Endpoint['paused_by']>, string>> = {
  owner: 'somebody paused it',
  failures: 'all retries of a delivery failed',
  gone: 'the receiver answered 410',
};
