// The door of the API: key, suspension, plan, quota, handler, answer, in that order, for every endpoint that takes a key.
// Answers leave through node:http directly, since Fastify's own reply costs as much again as finding the hooks.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Keyring } from '../accounts/keyring.ts';
import { lowestPlanWith, plans } from '../accounts/plan.ts';
import { rateLimitHeaders } from '../accounts/rate-limit-headers.ts';
import type { Refusals } from '../accounts/refusals.ts';
import type { Granted, Permit, Usage } from '../accounts/usage.ts';
import type { Caller, Feature } from '../caller.ts';
import { fail, HooklineError } from '../errors.ts';
import type { Observe } from '../observe.ts';
import { encodeBody } from './encoding.ts';
import { problemType, toProblem } from './problem.ts';
import { type ByteString, toByteString } from './records.ts';

export type Call = {
  caller: Caller;
  /** The query as it was sent, without `?`. */
  query: string;
  path: string;
  params: Record<string, string>;
  ifNoneMatch: string | undefined;
  body: unknown;
};

/** `body` is a byte string (records.ts). `etag` and `cacheControl` as they are sent; a 304 has no body. */
export type Answer = { status: 200 | 304; body: ByteString; etag?: string; cacheControl?: string; link?: string };

export type Handler = (call: Call) => Answer | Promise<Answer>;

export type DoorParts = {
  keyring: Keyring;
  usage: Usage;
  refusals: Refusals;
  observe: Observe;
  publicUrl: () => string;
  countAnswer: (route: string, status: number, startedAt: number) => void;
};

export type Endpoint = { route: string; feature: Feature; isCounted: boolean; handle: Handler };

export function createDoor(parts: DoorParts) {
  const { keyring, usage, refusals } = parts;

  /** A Fastify handler for an endpoint. */
  return ({ route, feature, isCounted, handle }: Endpoint) => {
    return (request: FastifyRequest, reply: FastifyReply): void => {
      reply.hijack();
      const startedAt = performance.now();
      let caller: Caller | undefined;
      let permit: Granted | undefined;
      const finish = (answer: Answer) => {
        if (answer.status !== 200) permit?.refund();
        const headers = answerHeaders(answer);
        send(request, reply, answer.status, headers, answer.body, caller, permit);
        parts.countAnswer(route, answer.status, startedAt);
      };
      const refuse = (error: unknown) => {
        permit?.refund();
        const status = sendProblem(request, reply, error, caller, permit, route);
        parts.countAnswer(route, status, startedAt);
      };
      try {
        caller = admit(request, feature);
        const call = toCall(request, caller);
        const taken = isCounted ? usage.take(caller) : undefined;
        const work = taken instanceof Promise ? taken.then(enter) : enter(taken);
        if (work instanceof Promise) work.then(finish).catch(refuse);
        else finish(work);

        function enter(given: Permit | undefined): Answer | Promise<Answer> {
          if (given?.allowed === false) throw overQuota(given);
          permit = given;
          return handle(call);
        }
      } catch (error) {
        refuse(error);
      }
    };
  };

  function admit(request: FastifyRequest, feature: Feature): Caller {
    const found = keyring.lookup(request.raw.headers.authorization);
    const who = typeof found === 'string' ? (request.ip ?? '') : found.keyId;
    const wait = refusals.waitSeconds(who);
    if (wait > 0) {
      fail('rate_limited', 'More than 60 refused requests in a minute. Mend the request, then go on.', {
        retryAfterSeconds: wait,
      });
    }
    if (found === 'missing')
      fail('missing_key', 'Send your API key as "Authorization: Bearer hkl_…". POST /key-requests asks for one.');
    if (found === 'expired') fail('expired_key', 'This API key has expired. Regenerate it, or ask for a new one.');
    if (found === 'invalid')
      fail('invalid_key', 'This API key is not valid. Check that it is complete and has not been revoked.');
    if (found.suspended) fail('account_suspended', 'This account is suspended. Write to support to have it reopened.');
    if (!found.features.has(feature)) {
      const required = lowestPlanWith(feature);
      fail('plan_required', `The ${found.plan} plan does not include this endpoint. The ${required} plan does.`, {
        members: { required_plan: required, plan: found.plan },
      });
    }
    return found;
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    headers: Record<string, string>,
    body: ByteString,
    caller: Caller | undefined,
    permit: Granted | undefined,
  ): void {
    headers['x-request-id'] = request.id;
    if (caller) Object.assign(headers, limitHeaders(caller, permit));
    const encoded = encodeBody(request.raw.headers['accept-encoding'], headers, body);
    if (encoded instanceof Promise) encoded.then((bytes) => write(request, reply, status, headers, bytes));
    else write(request, reply, status, headers, encoded);
  }

  function limitHeaders(caller: Caller, permit: Granted | undefined): Record<string, string> {
    const windows = permit?.windows ?? usage.peek(caller);
    // The first answer of an account that takes nothing has no figures at hand; it does without them.
    return windows instanceof Promise ? {} : rateLimitHeaders(windows, Date.now());
  }

  function sendProblem(
    request: FastifyRequest,
    reply: FastifyReply,
    thrown: unknown,
    caller: Caller | undefined,
    permit: Granted | undefined,
    route: string,
  ): number {
    let error = thrown;
    if (
      error instanceof HooklineError &&
      error.status < 500 &&
      error.code !== 'rate_limited' &&
      error.code !== 'quota_exceeded'
    ) {
      const wait = refusals.record(caller?.keyId ?? request.ip ?? '');
      if (wait > 0) {
        error = new HooklineError(
          'rate_limited',
          'More than 60 refused requests in a minute. Mend the request, then go on.',
          { retryAfterSeconds: wait },
        );
      }
    }
    if (!(error instanceof HooklineError)) {
      parts.observe({ kind: 'request_failed', requestId: request.id, method: request.method, route, error });
    }
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const problem = toProblem(error, { publicUrl: parts.publicUrl(), path, requestId: request.id });
    const headers = { ...problem.headers, 'content-type': problemType, 'cache-control': 'no-store' };
    send(request, reply, problem.status, headers, toByteString(problem.body), caller, permit);
    return problem.status;
  }
}

function toCall(request: FastifyRequest, caller: Caller): Call {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return {
    caller,
    query: mark < 0 ? '' : url.slice(mark + 1),
    path: mark < 0 ? url : url.slice(0, mark),
    params: request.params as Record<string, string>,
    ifNoneMatch: request.raw.headers['if-none-match'],
    body: request.body,
  };
}

function answerHeaders({ status, etag, cacheControl, link }: Answer): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': cacheControl ?? 'private, no-cache' };
  if (status === 200) headers['content-type'] = 'application/json; charset=utf-8';
  if (etag) headers.etag = etag;
  if (link) headers.link = link;
  return headers;
}

function write(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: Record<string, string>,
  body: Buffer | ByteString,
): void {
  if (status !== 304) headers['content-length'] = String(body.length);
  reply.raw.writeHead(status, headers);
  if (status === 304 || request.method === 'HEAD') reply.raw.end();
  else if (typeof body === 'string') reply.raw.end(body, 'latin1');
  else reply.raw.end(body);
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
