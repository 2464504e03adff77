// The caller of a key, or why it is refused.
import type { IncomingMessage } from 'node:http';
import type { KeyCaller } from '../../../accounts/caller.ts';
import type { RateLimiter } from '../../../auth/rate-limiter.ts';
import { fail } from '../../../lib/errors.ts';
import { type AddressOf, clientKeyOf } from '../../server/ip-address.ts';
import { throwIfRateLimited, tooManyRefused } from '../rate-limits.ts';
import { failElsewhere } from './access.ts';
import type { RequestKey } from './find-key.ts';

/** Throws without a live key, and for a client with too many refused requests. */
export function authenticateKey(
  found: RequestKey,
  req: IncomingMessage,
  { refusals, addressOf }: { refusals: RateLimiter; addressOf: AddressOf },
): KeyCaller {
  throwIfRateLimited(
    refusals.waitSeconds(typeof found === 'string' ? clientKeyOf(addressOf(req)) : found.keyId),
    tooManyRefused,
  );
  if (found === 'missing')
    fail('missing_key', 'Send your API key as "Authorization: Bearer hkl_…". POST /key-requests requests one.');
  if (found === 'expired') fail('expired_key', 'This API key has expired. Regenerate it, or create a new one.');
  if (found === 'malformed')
    fail('invalid_key', 'Malformed API key: expected hkl_, 32 letters and digits, _, and 6 more. Copy it again.');
  if (found === 'invalid') fail('invalid_key', 'This API key is unknown or has been revoked.');
  if (found === 'elsewhere') failElsewhere(addressOf(req));
  return found;
}
