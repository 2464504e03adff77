// Finds the key of a request: in memory, or in the database if this process may not have heard of it yet.
import type { IncomingMessage } from 'node:http';
import type { FoundKey, Keyring } from '../../../auth/keys/keyring.ts';
import type { RateLimiter } from '../../../auth/rate-limiter.ts';
import { type AddressOf, clientKeyOf } from '../../server/ip-address.ts';

export type KeyLookupDeps = { keyring: Keyring; addressOf: AddressOf };
/** Access tokens of connected apps are for `mcp` only. */
export type FindKeyDeps = KeyLookupDeps & { refusals: RateLimiter; audience?: 'mcp' };

/** `elsewhere`: the key may not be used from this address. Such requests are the address's, not those of the key's account. */
export type RequestKey = FoundKey | 'elsewhere';

/** Looks in memory only. */
export type LookUpKey = (req: IncomingMessage) => RequestKey;
/** Synchronous for a known key. During an outage of the database an unknown key stays unknown. */
export type FindKey = (req: IncomingMessage) => RequestKey | Promise<RequestKey>;

export function createLookUpKey(deps: KeyLookupDeps): LookUpKey {
  return (req) => checkAddress(deps.keyring.lookup(req.headers.authorization), req, deps);
}

export function createFindKey(deps: FindKeyDeps): FindKey {
  const { keyring, refusals, addressOf, audience } = deps;
  const lookUp = createLookUpKey(deps);
  const check = (found: RequestKey): RequestKey =>
    typeof found === 'string' || found.audience === null || found.audience === audience ? found : 'invalid';
  return (req) => {
    const found = check(lookUp(req));
    if (found !== 'invalid') return found;
    const client = clientKeyOf(addressOf(req));
    if (refusals.waitSeconds(client) > 0) return found;
    const search = keyring.find(req.headers.authorization, client);
    return search?.then((other) => check(checkAddress(other, req, deps))).catch(() => found) ?? found;
  };
}

function checkAddress(found: FoundKey, req: IncomingMessage, { keyring, addressOf }: KeyLookupDeps): RequestKey {
  if (typeof found === 'string') return found;
  if (found.allows !== null && !found.allows(addressOf(req))) return 'elsewhere';
  keyring.keepAddress(found, addressOf, req);
  return found;
}
