// The door of the API: key or session, suspension, plan, quota, handler, answer, in that order, for every endpoint of accounts.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Caller, Feature, KeyCaller } from '../../accounts/caller.ts';
import { findAccountCaller } from '../../accounts/holder.ts';
import { lowestPlanWith, plans } from '../../accounts/plan.ts';
import type { Actor } from '../../audit/actor.ts';
import type { Keyring } from '../../auth/keyring.ts';
import { createRateLimiter, type RateLimiter } from '../../auth/rate-limiter.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import type { Database } from '../../db/database.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { rateLimitHeaders } from '../../quota/headers.ts';
import type { WindowState } from '../../quota/lease.ts';
import type { Granted, Permit, Quota } from '../../quota/quota.ts';
import type { CountForKey, UsageLog } from '../../quota/usage-log.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CountAnswer } from '../../telemetry/metrics.ts';
import { type AddressOf, clientKeyOf } from '../server/ip-address.ts';
import { asKnown, problemType, toProblem } from './problem.ts';
import { throwIfRateLimited } from './rate-limits.ts';
import { toByteString } from './records.ts';
import { type Answer, sendAnswer } from './response.ts';
import { hasSession, readSession } from './session.ts';

/** A request's address taken apart, and its body where it has one. */
export type Target = {
  /** All of it. */
  url: string;
  path: string;
  /** The query as it was sent, without `?`. */
  query: string;
  params: Record<string, string>;
  body: unknown;
};

export type Call = Target & { caller: Caller; headers: IncomingHttpHeaders; actor: () => Actor };

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type PipelineDeps = {
  db: Database;
  keyring: Keyring;
  signIn: SignIn;
  usage: Quota;
  usageLog: UsageLog;
  refusals: RateLimiter;
  addressOf: AddressOf;
  observe: Observe;
  publicUrl: () => string;
  newRequestId: () => string;
  answerCounterOf: (route: string) => CountAnswer;
};

export type Endpoint = {
  method: string;
  route: string;
  feature: Feature;
  isCounted: boolean;
  isForSessions: boolean;
  handle: Handler;
};

/** Answers one request of an endpoint, whatever happens. */
export type Serve = (req: IncomingMessage, res: ServerResponse, target: Target) => void;

/** One request on its way through the door. */
type RequestContext = {
  endpoint: Endpoint & { countForKey: CountForKey; countAnswer: CountAnswer };
  req: IncomingMessage;
  res: ServerResponse;
  target: Target;
  id: string;
  startedAt: number;
  /** Whose key it is, also where it is not let in. */
  keyOf: KeyCaller | undefined;
  caller: Caller | undefined;
  permit: Granted | undefined;
};

/** What the pages ask for is not counted against the quota, so it is held to what a person can look at. */
const perSession = { windowMs: 60_000, max: 240 };

const tooQuick = 'The pages of this account ask for too much. Programs use a key.';
const tooManyRefused = 'More than 60 refused requests in a minute. Mend the request, then go on.';

export function createPipeline(deps: PipelineDeps) {
  const { db, keyring, signIn, usage, usageLog, refusals, addressOf, observe, publicUrl, newRequestId } = deps;
  const asked = createRateLimiter(Date.now, perSession);
  return (counted: Endpoint): Serve => {
    const countAnswer = deps.answerCounterOf(counted.route);
    const endpoint = { ...counted, countForKey: usageLog.counterOf(counted), countAnswer };
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
        keyOf: undefined,
        caller: undefined,
        permit: undefined,
      };
      try {
        const answer = enter(context);
        if (answer instanceof Promise) answer.then((given) => finish(context, given)).catch((e) => refuse(context, e));
        else finish(context, answer);
      } catch (error) {
        refuse(context, error);
      }
    };
  };

  function enter(context: RequestContext): Answer | Promise<Answer> {
    const { endpoint, req } = context;
    if (hasSession(req)) return enterBySession(context);
    const caller = admitKey(context);
    context.caller = caller;
    if (!endpoint.isCounted) return handle(context, caller);
    const permit = usage.take(caller);
    if (permit instanceof Promise) return permit.then((given) => spend(context, caller, given));
    return spend(context, caller, permit);
  }

  async function enterBySession(context: RequestContext): Promise<Answer> {
    const { req, endpoint } = context;
    const { accountId } = await readSession(req, signIn, publicUrl());
    const caller = accountId === null ? undefined : await findAccountCaller(db, accountId);
    if (!caller)
      fail('session_required', 'This session has no account. Operators use the console, and keys for the API.');
    context.caller = caller;
    throwIfRateLimited(Math.max(refusals.waitSeconds(accountOf(caller)), asked.record(caller.accountId)), tooQuick);
    requireAccess(caller, endpoint);
    return handle(context, caller);
  }

  function admitKey(context: RequestContext): KeyCaller {
    const { req, endpoint } = context;
    const found = keyring.lookup(req.headers.authorization);
    if (typeof found !== 'string') context.keyOf = found;
    throwIfRateLimited(
      refusals.waitSeconds(typeof found === 'string' ? clientKeyOf(addressOf(req)) : found.keyId),
      tooManyRefused,
    );
    if (found === 'missing')
      fail('missing_key', 'Send your API key as "Authorization: Bearer hkl_…". POST /key-requests asks for one.');
    if (found === 'expired') fail('expired_key', 'This API key has expired. Regenerate it, or ask for a new one.');
    if (found === 'malformed')
      fail('invalid_key', 'This is no whole API key: hkl_, 32 letters and digits, _, and 6 more. Copy it again.');
    if (found === 'invalid') fail('invalid_key', 'This API key is unknown or has been revoked.');
    if (endpoint.isForSessions)
      fail('session_required', 'A key cannot do this. Sign in to the dashboard at /dashboard.');
    requireAccess(found, endpoint);
    return found;
  }

  function spend(context: RequestContext, caller: Caller, permit: Permit): Answer | Promise<Answer> {
    if (!permit.allowed) throw overQuota(permit);
    context.permit = permit;
    return handle(context, caller);
  }

  function handle({ endpoint, req, target, id, keyOf }: RequestContext, caller: Caller): Answer | Promise<Answer> {
    const { url, path, query, params, body } = target;
    // Made only where something is changed: reads are many.
    const actor = (): Actor => ({
      kind: keyOf ? 'key' : 'session',
      keyId: keyOf?.keyId ?? null,
      requestId: id,
      address: addressOf(req),
    });
    return endpoint.handle({ caller, url, path, query, params, body, headers: req.headers, actor });
  }

  function finish(context: RequestContext, answer: Answer): void {
    if (answer.status >= 300) context.permit?.refund();
    leave(context, answer);
  }

  function refuse(context: RequestContext, unknown: unknown): void {
    const thrown = asKnown(unknown);
    const { endpoint, req, target, id, caller, keyOf } = context;
    context.permit?.refund();
    const error = countRefusal(thrown, keyOf?.keyId ?? (caller ? accountOf(caller) : clientKeyOf(addressOf(req))));
    if (!(error instanceof HooklineError)) {
      observe({ kind: 'request_failed', requestId: id, method: req.method ?? '', route: endpoint.route, error });
    }
    const { status, headers, body } = toProblem(error, { publicUrl: publicUrl(), path: target.path, requestId: id });
    const flat = ['content-type', problemType, 'cache-control', 'no-store', ...Object.entries(headers).flat()];
    leave(context, { status, headers: flat, body: toByteString(body) });
  }

  /** A client that keeps sending what is refused is told to wait. */
  function countRefusal(thrown: unknown, who: string): unknown {
    if (!(thrown instanceof HooklineError) || thrown.status >= 500 || thrown.status === 429) return thrown;
    const wait = refusals.record(who);
    return wait > 0 ? new HooklineError('rate_limited', tooManyRefused, { retryAfterSeconds: wait }) : thrown;
  }

  function leave(context: RequestContext, answer: Answer): void {
    const { caller, permit } = context;
    const windows = permit?.windows ?? (caller ? usage.peek(caller) : []);
    // Without the database there are no figures, but there is an answer.
    if (windows instanceof Promise) windows.catch(() => []).then((known) => send(context, answer, known));
    else send(context, answer, windows);
  }

  function send(
    { endpoint, req, res, id, startedAt, keyOf }: RequestContext,
    answer: Answer,
    windows: readonly WindowState[],
  ): void {
    const limits = windows.length > 0 ? rateLimitHeaders(windows, Date.now()) : [];
    sendAnswer(req, res, answer, ['x-request-id', id, ...limits]);
    endpoint.countAnswer(answer.status, startedAt);
    if (keyOf) endpoint.countForKey(keyOf, answer.status);
  }
}

function requireAccess({ plan, features, suspended }: Caller, { feature }: Endpoint): void {
  if (suspended) fail('account_suspended', 'This account is suspended. Write to support to have it reopened.');
  if (features.has(feature)) return;
  const required = lowestPlanWith(feature);
  fail('plan_required', `The ${plan} plan does not include this endpoint. The ${required} plan does.`, {
    members: { required_plan: required, plan },
  });
}

/** Whom the refusals of a session are counted for. */
function accountOf({ accountId }: Caller): string {
  return `session ${accountId}`;
}

function overQuota({ window, retryAfterSeconds }: Extract<Permit, { allowed: false }>): HooklineError {
  const resets = new Date(window.resetsAt).toISOString();
  const other = plans.enterprise.title;
  return new HooklineError(
    'quota_exceeded',
    `The ${window.limit} calls of this ${window.name} are used up. They reset at ${resets}; ${other} has more.`,
    {
      retryAfterSeconds,
      members: { 'violated-policies': [window.name] },
    },
  );
}
