// Pipeline of the account API: key or session, suspension, plan, quota, handler, response, in that order, for every endpoint.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../accounts/caller.ts';
import { findAccountCaller } from '../../accounts/queries.ts';
import type { Actor } from '../../audit/actor.ts';
import { viewedAccount } from '../../auth/operators.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import { actorOf } from '../../auth/sessions.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import type { Collections } from '../../catalog/search/filter.ts';
import type { LiveCollections } from '../../collections/live-collections.ts';
import type { Limits } from '../../config/limits.ts';
import type { Database } from '../../db/database.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { type ChangeLimits, countSessionReads, createChangeCounter } from '../../quota/changes.ts';
import type { WindowState } from '../../quota/lease.ts';
import type { Permit } from '../../quota/permit.ts';
import { type Quota, rateLimitHeaders } from '../../quota/quota.ts';
import type { UsageLog } from '../../quota/usage-log.ts';
import type { RequestLog } from '../../request-log/request-log.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CountResponse } from '../../telemetry/metrics.ts';
import {
  failIfChange,
  isChange,
  namedCollections,
  requireAccess,
  requireMember,
  requireScope,
} from './caller/access.ts';
import { authenticateKey, type FindKey, failIfSwitched, hasSession, readSession } from './caller/authenticate.ts';
import type { CallerEndpoint, RequestKey, Target } from './endpoint.ts';
import { type AddressOf, clientKeyOf } from './ip-address.ts';
import { asKnown, problemType, toProblem } from './problem.ts';
import { type ConcurrencyLimiter, countLimitedRefusal, createRefusalDelay, throwIfRateLimited } from './rate-limits.ts';
import { toByteString } from './records.ts';
import {
  type CountedEndpoint,
  createContext,
  type Deliver,
  overQuota,
  type RequestContext,
  requesterOf,
} from './request-context.ts';
import { type HttpResponse, sendResponse } from './response.ts';

export type PipelineDeps = {
  db: Database;
  findKey: FindKey;
  signIn: SignIn;
  usage: Quota;
  usageLog: UsageLog;
  requestLog: Pick<RequestLog, 'loggerOf'>;
  refusals: RateLimiter;
  concurrency: ConcurrencyLimiter;
  collections: Pick<LiveCollections, 'get' | 'load'>;
  limits: ChangeLimits & Pick<Limits, 'sessionReadsFree' | 'sessionReadsPaid'>;
  addressOf: AddressOf;
  observe: Observe;
  publicUrl: () => string;
  newRequestId: () => string;
  responseCounterOf: (route: string) => CountResponse;
};

/** Serves one request of an endpoint; never throws. */
export type Serve = (req: IncomingMessage, res: ServerResponse, target: Target) => void;
/** `windows` is empty during an outage of the database. */
export type Called = { response: HttpResponse; windows: readonly WindowState[]; requestId: string };
/** Calls an endpoint on behalf of a request with another form, such as that of MCP, whose key is `found`; never rejects. */
export type Call = (req: IncomingMessage, target: Target, found: RequestKey) => Promise<Called>;
export type Pipeline = {
  serve: (endpoint: CallerEndpoint) => Serve;
  /** What the call costs, and what refuses it, is the same as for `serve`. */
  call: (endpoint: CallerEndpoint) => Call;
};

/** Requests by session take no quota, so they are limited to what a person can look at. */
const perSession = { windowMs: 60_000, max: 240 };

/** Browsers send no cookies with such requests, and change nothing by them. */
const crossOrigin = [
  'access-control-allow-origin',
  '*',
  'access-control-expose-headers',
  'etag, retry-after, x-request-id',
];

const tooManyOfSession = 'Session rate limit exceeded. Use an API key for programs.';

export function createPipeline(deps: PipelineDeps): Pipeline {
  const { db, findKey, signIn, usage, usageLog, refusals, concurrency, addressOf, observe, publicUrl, newRequestId } =
    deps;
  const sessionLimiter = createRateLimiter(Date.now, perSession);
  const delayRefusal = createRefusalDelay(refusals);
  const countChange = createChangeCounter(db, deps.limits);
  return {
    serve(described) {
      const endpoint = withCounters(described);
      const always = described.isCrossOrigin ? crossOrigin : [];
      return (req, res, target) => {
        const id = newRequestId();
        const deliver: Deliver = (response, windows) => {
          const limits = windows.length > 0 ? rateLimitHeaders(windows, Date.now()) : [];
          sendResponse(req, res, response, ['x-request-id', id, ...limits, ...always]);
        };
        run(createContext(endpoint, req, target, id, deliver));
      };
    },
    call(described) {
      const endpoint = withCounters(described);
      return (req, target, found) =>
        new Promise((resolve) => {
          const requestId = newRequestId();
          const deliver: Deliver = (response, windows) => resolve({ response, windows, requestId });
          run(createContext(endpoint, req, target, requestId, deliver), found);
        });
    },
  };

  function withCounters(described: CallerEndpoint): CountedEndpoint {
    const { method, path: route, isCounted, isLogged = true, via, urlOf } = described;
    const countResponse = deps.responseCounterOf(route);
    const countForKey = usageLog.counterOf({ method, route, isCounted });
    const logCall = isLogged ? deps.requestLog.loggerOf({ method, route, via, urlOf }) : undefined;
    return { ...described, countForKey, countResponse, logCall };
  }

  function run(context: RequestContext, found?: RequestKey): void {
    try {
      const response = found === undefined ? authenticate(context) : serveKey(context, found);
      if (response instanceof Promise)
        response.then((settled) => finish(context, settled)).catch((error) => refuse(context, error));
      else finish(context, response);
    } catch (error) {
      refuse(context, error);
    }
  }

  function authenticate(context: RequestContext): HttpResponse | Promise<HttpResponse> {
    const { endpoint, req, target } = context;
    if (!endpoint.findCaller && hasSession(req)) return authenticateSession(context);
    const found = endpoint.findCaller ? endpoint.findCaller(req, target) : findKey(req);
    if (found instanceof Promise) return found.then((settled) => serveKey(context, settled));
    return serveKey(context, found);
  }

  function serveKey(context: RequestContext, found: RequestKey): HttpResponse | Promise<HttpResponse> {
    const { endpoint, req } = context;
    if (typeof found !== 'string') context.keyOwner = found;
    const caller = authenticateKey(found, req, deps);
    if (endpoint.audience === 'session')
      fail('session_required', 'A key cannot do this. Sign in to the dashboard at /dashboard.');
    if (!endpoint.checksAccess) {
      requireAccess(caller, endpoint);
      requireScope(caller, endpoint);
    }
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
    // What an operator reads is not the account's.
    if (context.viewer) return handle(context, caller);
    if (endpoint.isRead && cost > 1) return countFirst(context, caller);
    const response = await handle(context, caller);
    if (endpoint.isRead && response.status < 300) await countSessionReads(deps, caller);
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

  function consumeQuota(context: RequestContext, caller: Caller, permit: Permit): HttpResponse | Promise<HttpResponse> {
    if (!permit.allowed) throw overQuota(permit, context.cost);
    context.permit = permit;
    return handle(context, caller);
  }

  function handle(context: RequestContext, caller: Caller): HttpResponse | Promise<HttpResponse> {
    const { endpoint, req, target, id, keyOwner, member, viewer } = context;
    const actor = (): Actor => {
      const client = { requestId: id, address: addressOf(req) };
      const session = viewer ?? member;
      return session ? actorOf(session, client) : { kind: 'key', keyId: keyOwner?.keyId ?? null, ...client };
    };
    const { url, path, query, params, body } = target;
    const serveWith = (collections: Collections | undefined) => {
      const { headers } = req;
      const request = {
        req,
        caller,
        url,
        path,
        query,
        params,
        body,
        headers,
        actor,
        member: member ?? null,
        collections,
      };
      if (endpoint.isInMemory) return endpoint.handle(request);
      const serve = async () => {
        // What is deleted was counted before; and who removes a member or a key must not wait for what that one does.
        if (isChange(endpoint) && endpoint.method !== 'DELETE') await countChange(caller);
        return endpoint.handle(request);
      };
      return concurrency.run(caller.accountId, serve, requesterOf(context));
    };
    const ids = namedCollections(target);
    if (!ids) return serveWith(undefined);
    const { accountId } = caller;
    const loaded = deps.collections.get(accountId, ids);
    if (loaded) return serveWith(loaded);
    const load = () => deps.collections.load(accountId, ids);
    return concurrency.run(accountId, load, requesterOf(context)).then(serveWith);
  }

  function finish(context: RequestContext, response: HttpResponse): void {
    if (response.status >= 300) context.permit?.refund();
    respond(context, response);
  }

  function refuse(context: RequestContext, unknown: unknown): void {
    const thrown = asKnown(unknown);
    const { endpoint, req, target, id } = context;
    context.permit?.refund();
    const client = requesterOf(context) ?? clientKeyOf(addressOf(req));
    const error = countLimitedRefusal(refusals, thrown, client);
    if (!(error instanceof HooklineError)) {
      observe({ kind: 'request_failed', requestId: id, method: req.method ?? '', route: endpoint.path, error });
    }
    const { status, headers, body } = toProblem(error, {
      ...{ publicUrl: publicUrl(), path: target.path, requestId: id, challenge: endpoint.challenge?.() },
    });
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

  function send(context: RequestContext, response: HttpResponse, windows: readonly WindowState[]): void {
    const { endpoint, startedAt, keyOwner, cost } = context;
    context.deliver(response, windows);
    if (response.isForwarded) return;
    endpoint.countResponse(response.status, startedAt);
    if (!keyOwner) return;
    endpoint.countForKey(keyOwner, response.status, cost);
    endpoint.logCall?.(keyOwner, context, response);
  }
}
