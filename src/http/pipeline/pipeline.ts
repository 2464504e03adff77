// Pipeline of the account API: key or session, suspension, plan, quota, handler, response, in that order, for every endpoint.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, KeyCaller } from '../../accounts/caller.ts';
import { plans } from '../../accounts/plan.ts';
import { findAccountCaller } from '../../accounts/queries.ts';
import type { Actor } from '../../audit/actor.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database } from '../../db/database.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { rateLimitHeaders } from '../../quota/headers.ts';
import type { WindowState } from '../../quota/lease.ts';
import type { Granted, Permit } from '../../quota/permit.ts';
import type { Quota } from '../../quota/quota.ts';
import { countSessionReads } from '../../quota/session-reads.ts';
import type { CountForKey, UsageLog } from '../../quota/usage-log.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CountResponse } from '../../telemetry/metrics.ts';
import { type AddressOf, clientKeyOf } from '../server/ip-address.ts';
import { failElsewhere, requireAccess, requireScope } from './caller/access.ts';
import type { FindKey, RequestKey } from './caller/find-key.ts';
import { hasSession, readSession } from './caller/session.ts';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import type { CallerEndpoint, Target } from './endpoint.ts';
import { asKnown, problemType, toProblem } from './problem.ts';
import { countLimitedRefusal, createRefusalDelay, throwIfRateLimited, tooManyRefused } from './rate-limits.ts';
import { toByteString } from './records.ts';
import { type HttpResponse, sendResponse } from './response.ts';

export type PipelineDeps = {
  db: Database;
  findKey: FindKey;
  signIn: SignIn;
  usage: Quota;
  usageLog: UsageLog;
  refusals: RateLimiter;
  concurrency: ConcurrencyLimiter;
  limits: Pick<Limits, 'sessionReadsFree' | 'sessionReadsPaid'>;
  addressOf: AddressOf;
  observe: Observe;
  publicUrl: () => string;
  newRequestId: () => string;
  responseCounterOf: (route: string) => CountResponse;
};

/** Serves one request of an endpoint; never throws. */
export type Serve = (req: IncomingMessage, res: ServerResponse, target: Target) => void;
export type Pipeline = (endpoint: CallerEndpoint) => Serve;

type RequestContext = {
  endpoint: CallerEndpoint & { countForKey: CountForKey; countResponse: CountResponse };
  req: IncomingMessage;
  res: ServerResponse;
  target: Target;
  id: string;
  startedAt: number;
  /** The owner of the key, also where the request is refused. */
  keyOwner: KeyCaller | undefined;
  caller: Caller | undefined;
  permit: Granted | undefined;
  /** Units of quota, or reads by session. */
  cost: number;
};

/** Requests by session take no quota, so they are limited to what a person can look at. */
const perSession = { windowMs: 60_000, max: 240 };

const tooManyOfSession = 'Session rate limit exceeded. Use an API key for programs.';

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { db, findKey, signIn, usage, usageLog, refusals, concurrency, addressOf, observe, publicUrl, newRequestId } =
    deps;
  const sessionLimiter = createRateLimiter(Date.now, perSession);
  const delayRefusal = createRefusalDelay(refusals);
  return (described) => {
    const { method, path: route, isCounted } = described;
    const countResponse = deps.responseCounterOf(route);
    const endpoint = { ...described, countForKey: usageLog.counterOf({ method, route, isCounted }), countResponse };
    return (req, res, target) => {
      const startedAt = performance.now();
      const id = newRequestId();
      const context: RequestContext = {
        endpoint,
        req,
        res,
        target,
        id,
        startedAt,
        keyOwner: undefined,
        caller: undefined,
        permit: undefined,
        cost: endpoint.costOf?.(target.body) ?? 1,
      };
      try {
        const response = authenticate(context);
        if (response instanceof Promise)
          response.then((settled) => finish(context, settled)).catch((error) => refuse(context, error));
        else finish(context, response);
      } catch (error) {
        refuse(context, error);
      }
    };
  };

  function authenticate(context: RequestContext): HttpResponse | Promise<HttpResponse> {
    if (hasSession(context.req)) return authenticateSession(context);
    const found = findKey(context.req);
    if (found instanceof Promise) return found.then((settled) => serveKey(context, settled));
    return serveKey(context, found);
  }

  function serveKey(context: RequestContext, found: RequestKey): HttpResponse | Promise<HttpResponse> {
    const { endpoint } = context;
    const caller = authenticateKey(context, found);
    context.caller = caller;
    if (!endpoint.isCounted) return handle(context, caller);
    const permit = usage.take(caller, context.cost);
    if (permit instanceof Promise) return permit.then((settled) => consumeQuota(context, caller, settled));
    return consumeQuota(context, caller, permit);
  }

  async function authenticateSession(context: RequestContext): Promise<HttpResponse> {
    const { req, endpoint, cost } = context;
    // By address: whose account it is, is not known yet.
    const caller = await concurrency.run(clientKeyOf(addressOf(req)), async () => {
      const { role, accountId } = await readSession(req, signIn, publicUrl());
      return role !== 'holder' || accountId === null ? undefined : findAccountCaller(db, accountId);
    });
    if (!caller)
      fail('session_required', 'This session has no account. Operators use the console, and keys for the API.');
    context.caller = caller;
    const waitSeconds = Math.max(refusals.waitSeconds(sessionClient(caller)), sessionLimiter.record(caller.accountId));
    throwIfRateLimited(waitSeconds, tooManyOfSession);
    requireAccess(caller, endpoint);
    if (endpoint.isInMemory && cost > 1) return countFirst(context, caller);
    const response = await handle(context, caller);
    if (endpoint.isInMemory && response.status < 300) await countSessionReads(deps, caller);
    return response;
  }

  /** By session. What costs several reads must not be done for an account that has too few left. */
  async function countFirst(context: RequestContext, caller: Caller): Promise<HttpResponse> {
    const giveBack = await countSessionReads(deps, caller, context.cost);
    try {
      const response = await handle(context, caller);
      if (response.status >= 300) await giveBack();
      return response;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  function authenticateKey(context: RequestContext, found: RequestKey): KeyCaller {
    const { req, endpoint } = context;
    if (typeof found !== 'string') context.keyOwner = found;
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
    if (endpoint.audience === 'session')
      fail('session_required', 'A key cannot do this. Sign in to the dashboard at /dashboard.');
    requireAccess(found, endpoint);
    requireScope(found, endpoint);
    return found;
  }

  function consumeQuota(context: RequestContext, caller: Caller, permit: Permit): HttpResponse | Promise<HttpResponse> {
    if (!permit.allowed) throw overQuota(permit, context.cost);
    context.permit = permit;
    return handle(context, caller);
  }

  function handle(
    { endpoint, req, target, id, keyOwner }: RequestContext,
    caller: Caller,
  ): HttpResponse | Promise<HttpResponse> {
    const { url, path, query, params, body } = target;
    const actor = (): Actor => ({
      kind: keyOwner ? 'key' : 'session',
      keyId: keyOwner?.keyId ?? null,
      requestId: id,
      address: addressOf(req),
    });
    const request = { caller, url, path, query, params, body, headers: req.headers, actor };
    if (endpoint.isInMemory) return endpoint.handle(request);
    return concurrency.run(caller.accountId, () => endpoint.handle(request));
  }

  function finish(context: RequestContext, response: HttpResponse): void {
    if (response.status >= 300) context.permit?.refund();
    respond(context, response);
  }

  function refuse(context: RequestContext, unknown: unknown): void {
    const thrown = asKnown(unknown);
    const { endpoint, req, target, id, caller, keyOwner } = context;
    context.permit?.refund();
    const client = keyOwner?.keyId ?? (caller ? sessionClient(caller) : clientKeyOf(addressOf(req)));
    const error = countLimitedRefusal(refusals, thrown, client);
    if (!(error instanceof HooklineError)) {
      observe({ kind: 'request_failed', requestId: id, method: req.method ?? '', route: endpoint.path, error });
    }
    const { status, headers, body } = toProblem(error, { publicUrl: publicUrl(), path: target.path, requestId: id });
    const flat = ['content-type', problemType, 'cache-control', 'no-store', ...Object.entries(headers).flat()];
    delayRefusal(client, (delayMs) => {
      // The delay is not the time that the request took.
      context.startedAt += delayMs;
      respond(context, { status, headers: flat, body: toByteString(body) });
    });
  }

  function respond(context: RequestContext, response: HttpResponse): void {
    const { caller, permit } = context;
    const windows = permit?.windows ?? (caller ? usage.peek(caller) : []);
    // During a database outage the rate limit headers are left out.
    if (windows instanceof Promise) windows.catch(() => []).then((settled) => send(context, response, settled));
    else send(context, response, windows);
  }

  function send(
    { endpoint, req, res, id, startedAt, keyOwner, cost }: RequestContext,
    response: HttpResponse,
    windows: readonly WindowState[],
  ): void {
    const limits = windows.length > 0 ? rateLimitHeaders(windows, Date.now()) : [];
    sendResponse(req, res, response, ['x-request-id', id, ...limits]);
    endpoint.countResponse(response.status, startedAt);
    if (keyOwner) endpoint.countForKey(keyOwner, response.status, cost);
  }
}

/** The client that refused requests of a session are counted for. */
function sessionClient({ accountId }: Caller): string {
  return `session ${accountId}`;
}

function overQuota({ window, retryAfterSeconds }: Extract<Permit, { allowed: false }>, cost: number): HooklineError {
  const resets = new Date(window.resetsAt).toISOString();
  const other = plans.enterprise.title;
  const calls = `${window.limit} calls of this ${window.name}`;
  return new HooklineError(
    'quota_exceeded',
    `${cost === 1 ? `The ${calls} are used up.` : `This counts as ${cost} calls, and fewer are left of the ${calls}.`} They reset at ${resets}; ${other} has more.`,
    {
      retryAfterSeconds,
      members: { 'violated-policies': [window.name] },
    },
  );
}
