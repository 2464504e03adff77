// Pipeline of the account API. Every request of every endpoint takes these steps in order; a step that fails ends in a problem document:
//
// 1. caller    the key from the keyring, or the session from the database; suspension and allowed addresses of the key
// 2. access    features of the plan, scopes of a key, role of a member; an operator who views an account may only read
// 3. quota     units of the lease (keys), or the limits of the day and minute (sessions); refunded unless the response is a 2xx
// 4. turn      endpoints that use the database wait for a turn of their account; endpoints in memory do not
// 5. handler   returns the response; collections and the nearest hooks that it needs are loaded before
// 6. count     metrics, usage log, request log
// 7. response  with the rate limit headers. Refusals of a client that ignores its 429s are delayed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../accounts/caller.ts';
import { findAccountCaller } from '../../accounts/queries.ts';
import type { Actor } from '../../audit/actor.ts';
import { viewedAccount } from '../../auth/operators.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { actorOf } from '../../auth/sessions.ts';
import { findNearest } from '../../catalog/embeddings/nearest-hooks.ts';
import type { Catalog } from '../../catalog/live-catalog.ts';
import type { Collections } from '../../catalog/search/filter.ts';
import type { Nearest } from '../../catalog/search/text-search.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { countSessionReads, createChangeCounter } from '../../quota/changes.ts';
import type { WindowState } from '../../quota/lease.ts';
import { rateLimitHeaders } from '../../quota/quota.ts';
import type { CountResponse } from '../../telemetry/metrics.ts';
import type { Services } from '../services.ts';
import {
  failIfChange,
  isChange,
  namedCollections,
  namedMeaning,
  requireAccess,
  requireMember,
  requireScope,
} from './caller/access.ts';
import { authenticateKey, type FindKey, failIfSwitched, hasSession, readSession } from './caller/authenticate.ts';
import type { CallerEndpoint, RequestKey, Target } from './endpoint.ts';
import { clientKeyOf } from './ip-address.ts';
import { asKnown, problemType, toProblem } from './problem.ts';
import { countLimitedRefusal, createRefusalDelay, throwIfRateLimited } from './rate-limits.ts';
import { toByteString } from './records.ts';
import { type CountedEndpoint, overQuota, type RequestContext, requesterOf } from './request-context.ts';
import { type HttpResponse, sendResponse } from './response.ts';

type PipelineServices = Services & {
  findKey: FindKey;
  newRequestId: () => string;
  /** Counts the responses of a route. */
  responseCounterOf: (route: string) => CountResponse;
};

/** Serves one request of an endpoint; never throws. */
export type Serve = (req: IncomingMessage, res: ServerResponse, target: Target) => void;
/** `windows` is empty during an outage of the database. */
export type Called = { response: HttpResponse; windows: readonly WindowState[]; requestId: string };
/** Calls an endpoint for a request of another protocol, such as MCP, whose key is `found`; never rejects. */
export type Call = (req: IncomingMessage, target: Target, found: RequestKey) => Promise<Called>;
export type Pipeline = {
  serve: (endpoint: CallerEndpoint) => Serve;
  /** Costs and access checks are the same as for `serve`. */
  call: (endpoint: CallerEndpoint) => Call;
};

/** Requests by session take no quota, so they are limited to what a person can look at. */
const perSession = { windowMs: 60_000, max: 240 };

/** Browsers send no cookies with such requests, so these change nothing. */
const crossOrigin = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'etag, retry-after, x-request-id',
];

const tooManyOfSession = 'Session rate limit exceeded. Use an API key for programs.';

export function createPipeline(services: PipelineServices): Pipeline {
  const { db, findKey, signIn, usage, refusals, concurrency, addressOf, publicUrl, newRequestId } = services;
  const sessionLimiter = createRateLimiter(Date.now, perSession);
  const delayRefusal = createRefusalDelay(refusals);
  const countChange = createChangeCounter(db, services.limits);
  return {
    serve(described) {
      const endpoint = withCounters(described);
      const always = described.isCrossOrigin ? crossOrigin : [];
      return async (req, res, target) => {
        const context = toContext(endpoint, req, target);
        const { response, windows } = await answer(context);
        const limits = windows.length > 0 ? rateLimitHeaders(windows, Date.now()) : [];
        try {
          sendResponse(req, res, response, ['x-request-id', context.id, ...limits, ...always]);
        } catch (error) {
          // The cause may be a header that node:http refuses.
          observeFailure(context, error);
          res.destroy();
        }
      };
    },
    call(described) {
      const endpoint = withCounters(described);
      return (req, target, found) => answer(toContext(endpoint, req, target), found);
    },
  };

  function withCounters(described: CallerEndpoint): CountedEndpoint {
    const { method, path: route, isCounted, isLogged = true, via, urlOf } = described;
    const countResponse = services.responseCounterOf(route);
    const countForKey = services.usageLog.counterOf({ method, route, isCounted });
    const logCall = isLogged ? services.requestLog.loggerOf({ method, route, via, urlOf }) : undefined;
    return { ...described, countForKey, countResponse, logCall };
  }

  function toContext(endpoint: CountedEndpoint, req: IncomingMessage, target: Target): RequestContext {
    const cost = endpoint.costOf?.(target.body) ?? 1;
    return { endpoint, req, target, id: newRequestId(), startedAt: performance.now(), cost };
  }

  /** Never rejects. `found` is the key, if it is already known. */
  async function answer(context: RequestContext, found?: RequestKey): Promise<Called> {
    let response: HttpResponse;
    try {
      const { endpoint, req } = context;
      if (!found && !endpoint.findCaller && hasSession(req)) response = await serveSession(context);
      else response = await serveKey(context, found ?? (await findCaller(context)));
      if (response.status >= 300) context.permit?.refund();
    } catch (error) {
      context.permit?.refund();
      response = await refuse(context, error);
    }
    if (!response.isForwarded) count(context, response);
    const { permit, id: requestId } = context;
    return { response, windows: permit?.windows ?? (await peekWindows(context)), requestId };
  }

  /** Synchronous for a known key, the usual case. */
  function findCaller({ endpoint, req, target }: RequestContext): RequestKey | Promise<RequestKey> {
    return endpoint.findCaller ? endpoint.findCaller(req, target) : findKey(req);
  }

  async function serveKey(context: RequestContext, found: RequestKey): Promise<HttpResponse> {
    const { endpoint, req, cost } = context;
    if (typeof found !== 'string') context.keyOwner = found;
    const caller = authenticateKey(found, req, services);
    if (endpoint.audience === 'session')
      fail('session_required', 'A key cannot do this. Sign in to the dashboard at /dashboard.');
    if (!endpoint.checksAccess) {
      requireAccess(caller, endpoint);
      requireScope(caller, endpoint);
    }
    context.caller = caller;
    if (endpoint.isCounted) {
      const permit = await usage.take(caller, cost);
      if (!permit.allowed) throw overQuota(permit, { keyId: caller.keyId, cost });
      context.permit = permit;
    }
    return handle(context, caller);
  }

  async function serveSession(context: RequestContext): Promise<HttpResponse> {
    const { req, endpoint, cost } = context;
    // Limited by address, since the account is not known yet.
    const caller = await concurrency.run(clientKeyOf(addressOf(req)), async () => {
      const session = await readSession(req, signIn, publicUrl());
      if (session.role === 'holder') context.member = session;
      else context.viewer = session;
      const accountId = context.viewer ? viewedAccount(session) : session.accountId;
      return accountId ? findAccountCaller(db, accountId) : undefined;
    });
    context.caller = caller;
    failIfSwitched(req, caller?.accountId);
    if (!caller)
      fail('session_required', 'This session has no account. Operators use the console, and keys for the API.');
    const client = requesterOf(context) ?? '';
    const waitSeconds = Math.max(refusals.waitSeconds(client), sessionLimiter.record(client));
    throwIfRateLimited(waitSeconds, tooManyOfSession);
    if (context.viewer) failIfChange(endpoint);
    else if (context.member?.memberRole) requireMember(context.member.memberRole, endpoint.needs);
    requireAccess(caller, endpoint);
    // Reads of an operator do not count for the account.
    if (context.viewer) return handle(context, caller);
    if (endpoint.isRead && cost > 1) return countFirst(context, caller);
    const response = await handle(context, caller);
    if (endpoint.isRead && response.status < 300) await countSessionReads(services, caller);
    return response;
  }

  /** Counts the reads of a session first: a request that costs several must not run for an account that has too few left. */
  async function countFirst(context: RequestContext, caller: Caller): Promise<HttpResponse> {
    const giveBack = await countSessionReads(services, caller, context.cost);
    try {
      const response = await handle(context, caller);
      if (response.status >= 300) await giveBack();
      return response;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  async function handle(context: RequestContext, caller: Caller): Promise<HttpResponse> {
    const { endpoint, req, target, id, keyOwner, member = null, viewer } = context;
    const actor = (): Actor => {
      const client = { requestId: id, address: addressOf(req) };
      const session = viewer ?? member;
      return session ? actorOf(session, client) : { kind: 'key', keyId: keyOwner?.keyId ?? null, ...client };
    };
    const ids = namedCollections(target);
    const collections = ids && (await loadCollections(context, caller, ids));
    const meant = endpoint.isInMemory ? namedMeaning(target) : undefined;
    let nearest: Nearest | undefined;
    // The handler must read the same version, since row numbers differ between versions.
    for (let catalog: Catalog | undefined; meant && catalog !== services.catalog(); ) {
      catalog = services.catalog();
      nearest = await findNearest(catalog, services.meaning, meant);
    }
    const request = { ...target, req, caller, headers: req.headers, actor, member, collections, nearest };
    if (endpoint.isInMemory) return endpoint.handle(request);
    const work = async () => {
      // Deletions are not counted: deleted items were counted before, and removing a member or key must not wait for its changes.
      if (isChange(endpoint) && endpoint.method !== 'DELETE') await countChange(caller);
      return endpoint.handle(request);
    };
    return concurrency.run(caller.accountId, work, requesterOf(context));
  }

  async function loadCollections(context: RequestContext, { accountId }: Caller, ids: string[]): Promise<Collections> {
    const load = () => services.collections.load(accountId, ids);
    return services.collections.get(accountId, ids) ?? concurrency.run(accountId, load, requesterOf(context));
  }

  function observeFailure({ endpoint, req, id }: RequestContext, error: unknown): void {
    services.observe({ kind: 'request_failed', requestId: id, method: req.method ?? '', route: endpoint.path, error });
  }

  async function refuse(context: RequestContext, unknown: unknown): Promise<HttpResponse> {
    const { endpoint, req, target, id } = context;
    const client = requesterOf(context) ?? clientKeyOf(addressOf(req));
    const error = countLimitedRefusal(refusals, asKnown(unknown), client);
    if (!(error instanceof HooklineError)) observeFailure(context, error);
    const { status, headers, body } = toProblem(error, {
      ...{ publicUrl: publicUrl(), path: target.path, requestId: id, challenge: endpoint.challenge?.() },
    });
    // The delay does not count as duration of the request.
    context.startedAt += await delayRefusal(client);
    const flat = ['content-type', problemType, 'cache-control', 'no-store', ...Object.entries(headers).flat()];
    return { status, headers: flat, body: toByteString(body) };
  }

  /** Returns no windows during a database outage, so that the rate limit headers are left out. */
  async function peekWindows({ caller }: RequestContext): Promise<readonly WindowState[]> {
    if (!caller) return [];
    try {
      return await usage.peek(caller);
    } catch {
      return [];
    }
  }
}

function count(context: RequestContext, response: HttpResponse): void {
  const { endpoint, startedAt, keyOwner, cost } = context;
  endpoint.countResponse(response.status, startedAt);
  if (!keyOwner) return;
  endpoint.countForKey(keyOwner, response.status, cost);
  endpoint.logCall?.(keyOwner, context, response);
}
