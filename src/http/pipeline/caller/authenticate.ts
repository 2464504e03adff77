// Authenticates a key: returns its caller, or throws the reason for the refusal.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { KeyCaller } from '../../../accounts/caller.ts';
import { sessionCookie } from '../../../auth/better-auth.ts';
import { hashKey } from '../../../auth/keys/key.ts';
import type { FoundKey, Keyring } from '../../../auth/keys/keyring.ts';
import type { RateLimiter } from '../../../auth/rate-limiter.ts';
import { rolePermissions } from '../../../auth/role.ts';
import type { Client, Session } from '../../../auth/sessions.ts';
import type { SignIn } from '../../../auth/sign-in.ts';
import { type ErrorCode, fail } from '../../../lib/errors.ts';
import type { RequestLog } from '../../../request-log/request-log.ts';
import { unknownEndpoint } from '../../../request-log/store.ts';
import type { OperatorAccess, RequestKey } from '../endpoint.ts';
import { type AddressOf, clientKeyOf } from '../ip-address.ts';
import { throwIfRateLimited, tooManyRefused } from '../rate-limits.ts';
import { toByteString } from '../records.ts';
import { failElsewhere } from './access.ts';

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

// Finds the key of a request: in memory, or in the database if this process may not have loaded it yet.

type KeyLookupDeps = { keyring: Keyring; addressOf: AddressOf };
/** Access tokens of connected apps are for `mcp` only. */
export type FindKeyDeps = KeyLookupDeps & { refusals: RateLimiter; audience?: 'mcp' };

/** Looks in memory only. */
type LookUpKey = (req: IncomingMessage) => RequestKey;
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

// Logs calls of a valid key that never reach the pipeline: unknown paths and methods, bodies that are not JSON.

type RefusedCall = { id: string; startedAt: number; status: number; body: string };

export function createRefusalLog(lookUpKey: LookUpKey, requestLog: Pick<RequestLog, 'loggerOf'>) {
  return (req: IncomingMessage, route = unknownEndpoint, { id, startedAt, status, body }: RefusedCall): void => {
    const key = lookUpKey(req);
    if (typeof key === 'string' || isStreamProbe(req)) return;
    const log = requestLog.loggerOf({ method: req.method ?? '', route });
    log(key, { id, startedAt, target: { url: req.url ?? '' } }, { status, body: toByteString(body) });
  };
}

/** MCP clients probe for an event stream, for which a server without one responds with 405. */
function isStreamProbe({ method, url, headers }: IncomingMessage): boolean {
  return method === 'GET' && /^\/mcp(?:\?|$)/.test(url ?? '') && /text\/event-stream/.test(headers.accept ?? '');
}

// Authentication of the operator API: the operator key, or the session of an operator.

export type OperatorAuthDeps = { operatorKey: string; signIn: SignIn; publicUrl: () => string };

/** Resolves with the session, or null for the operator key, which may do everything. */
export type AuthenticateOperator = (request: FastifyRequest, access: OperatorAccess) => Promise<Session | null>;

export function createOperatorAuth(
  { operatorKey, signIn, publicUrl }: OperatorAuthDeps,
  refusals: RateLimiter,
): AuthenticateOperator {
  const requireKey = createOperatorKeyCheck(operatorKey, refusals);
  return async (request, { permission, requiresKey }) => {
    if (!hasSession(request.raw)) {
      requireKey(request);
      return null;
    }
    const session = await readSession(request.raw, signIn, publicUrl());
    const { role } = session;
    if (role === 'holder')
      refuse(
        refusals,
        request,
        'operator_required',
        'This endpoint is for operators. The pages of your account are at /dashboard.',
      );
    if (!rolePermissions[role].includes(permission))
      refuse(
        refusals,
        request,
        'role_required',
        `The role ${role} does not include this. Ask an owner of the service.`,
      );
    if (requiresKey) refuse(refusals, request, 'operator_key_required', keyRequired);
    return session;
  };
}

export const keyRequired =
  'A session cannot do this. Use the operator key: run `hookline admin` on the server, or send "Authorization: Bearer …".';

export function createOperatorKeyCheck(operatorKey: string, refusals: RateLimiter): (request: FastifyRequest) => void {
  // timingSafeEqual needs equal lengths, and hashes hide the length of the key.
  const expected = Buffer.from(hashKey(operatorKey));
  return (request) => {
    const given = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && timingSafeEqual(Buffer.from(hashKey(given)), expected)) return;
    refuse(
      refusals,
      request,
      given === undefined ? 'missing_key' : 'invalid_key',
      'Send the operator key as "Authorization: Bearer …". It is in operator.key in the data directory.',
    );
  };
}

/** Rate limits refused requests only, so that others at the same IP address cannot lock the operator out. */
function refuse(refusals: RateLimiter, { ip }: FastifyRequest, code: ErrorCode, detail: string): never {
  throwIfRateLimited(refusals.record(`operator ${clientKeyOf(ip)}`), 'Too many refused requests from this address.');
  fail(code, detail);
}

// Sessions of requests: reading the cookie, and protection against cross-site requests.

type Request = Pick<IncomingMessage, 'headers' | 'method'>;

/** A key takes precedence over a cookie. */
export function hasSession({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined && sessionCookie.test(headers.cookie);
}

type Begun = { headers: Request['headers']; signIn: SignIn; client: Client; cookies: readonly string[] };

/** Sends the cookies of a new session. Ends the former session, since its cookie is lost and nobody could end it later. */
export async function replaceSession(
  { headers, signIn, client, cookies }: Begun,
  reply: { header: (name: string, value: string) => void },
): Promise<void> {
  const former = hasSession({ headers }) ? await signIn.sessionOf(headers.cookie ?? '') : undefined;
  if (former) await signIn.end(headers.cookie ?? '', former, client);
  for (const cookie of cookies) reply.header('set-cookie', cookie);
}

/** Returns the session of a request. Fails without one, and for a change that a page of another site may have sent. */
export async function readSession(request: Request, signIn: SignIn, publicUrl: string): Promise<Session> {
  refuseOtherSites(request, publicUrl);
  const session = hasSession(request) ? await signIn.sessionOf(request.headers.cookie ?? '') : undefined;
  return session ?? fail('signed_out', 'Not signed in, or the session has ended. Sign in at /sign-in.');
}

/** SameSite cookies do not protect against pages on other hosts of the same site. */
export function refuseOtherSites({ headers, method }: Request, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD' || isSameOrigin(headers, publicUrl)) return;
  fail('cross_site', `A session can make changes only from the pages of ${publicUrl}. Elsewhere, use an API key.`);
}

/** The account is a property of the session, so a page left open in another tab would write to the wrong one. */
export function failIfSwitched({ headers }: Request, accountId: string | undefined): void {
  const shown = headers['hookline-account'];
  if (shown === undefined || shown === accountId) return;
  fail(
    'account_switched',
    'This page shows a different account from the one you now work in. Nothing was changed. Reload the page.',
  );
}

/** Browsers send Sec-Fetch-Site only over https and to localhost, but Origin with every change. */
function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  // Over http the service may have several names, and each is the origin of its own pages.
  return origin === URL.parse(publicUrl)?.origin || (publicUrl.startsWith('http:') && origin === `http://${host}`);
}
