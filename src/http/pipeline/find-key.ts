// Finds the key of a request: in memory, or in the database if this process may not have heard of it yet.
import type { IncomingMessage } from 'node:http';
import type { FoundKey, Keyring } from '../../auth/keys/keyring.ts';
import type { RateLimiter } from '../../auth/rate-limiter.ts';
import { type AddressOf, clientKeyOf } from '../server/ip-address.ts';

export type FindKeyDeps = { keyring: Keyring; refusals: RateLimiter; addressOf: AddressOf };

/** Synchronous for a known key. During an outage of the database an unknown key stays unknown. */
export type FindKey = (req: IncomingMessage) => FoundKey | Promise<FoundKey>;

export function createFindKey({ keyring, refusals, addressOf }: FindKeyDeps): FindKey {
  return (req) => {
    const { authorization } = req.headers;
    const found = keyring.lookup(authorization);
    if (found !== 'invalid') return found;
    const client = clientKeyOf(addressOf(req));
    if (refusals.waitSeconds(client) > 0) return found;
    return keyring.find(authorization, client)?.catch(() => found) ?? found;
  };
}
