// Endpoints: one entry per route. Its schemas validate the request, type the handler and document the route.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, Feature, KeyScope } from '../../accounts/caller.ts';
import type { Actor } from '../../audit/actor.ts';
import type { FoundKey } from '../../auth/keys/keyring.ts';
import type { Permission } from '../../auth/role.ts';
import type { Session } from '../../auth/sessions.ts';
import type { Collections } from '../../catalog/search/filter.ts';
import type { Nearest } from '../../catalog/search/text-search.ts';
import type { IdInAccount, InAccount } from '../../lib/ids.ts';
import type { MemberPermission } from '../../members/member.ts';
import { type ParameterSchema, parseParameters } from './parameters.ts';
import { readBody } from './read-body.ts';
import { toByteString } from './records.ts';
import { type HttpResponse, responseHeaders } from './response.ts';
import type { Tag } from './schemas.ts';

/** Who may call it: anybody, an API key or a session of the account, a session only, an operator. */
export type Audience = 'public' | 'key' | 'session' | 'operator';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as the router found it: its URL in parts, and its body as JSON. */
export type Target = {
  url: string;
  path: string;
  /** The query as it was sent, without `?`. */
  query: string;
  params: Record<string, string>;
  body: unknown;
};
type BaseRequest = Target & { headers: IncomingHttpHeaders };
/**
 * `actor` is a function because reads, which are many, need none. `member` is null where a key was sent, or an operator looks at the
 * account. `collections`: those of the account that the filters of the request name. `nearest`: what these ask for by `match`.
 */
export type CallerRequest = BaseRequest & {
  req: IncomingMessage;
  caller: Caller;
  actor: () => Actor;
  member: Session | null;
  collections: Collections | undefined;
  nearest: Nearest | undefined;
};
type PublicRequest = BaseRequest & { method: string; ip: string; requestId: string };
/** `session` is null where the operator key was sent. */
type OperatorRequest = BaseRequest & { actor: () => Actor; session: Session | null };

/** The context of the verb that a request calls. */
export function contextOf<Deps>(deps: Deps, { actor }: { actor: () => Actor }): Deps & { actor: Actor } {
  return { ...deps, actor: actor() };
}

type OfCaller = { caller: InAccount };

export function accountOf({ caller }: OfCaller): InAccount {
  return { accountId: caller.accountId };
}

/** The `:id` of the path, in the account of the request. */
export function idsOf({ params, caller }: OfCaller & { params: { id: string } }): IdInAccount {
  return { id: params.id, accountId: caller.accountId };
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** What a handler may add to its response. */
type Reply = { header: (name: string, value: string) => void };

/** `elsewhere`: the key may not be used from this address. Such requests are the address's, not those of the key's account. */
export type RequestKey = FoundKey | 'elsewhere';

type MaybePromise<T> = T | Promise<T>;
type FindCaller = (req: IncomingMessage, target: Target) => MaybePromise<RequestKey>;
/** Writes to the socket itself, such as a file or the progress of an import. */
type StreamHandler<Params> = (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => unknown;

/** What an operator needs, beside the operator key, which may do everything. */
export type OperatorAccess = {
  permission: Permission;
  /** Refused to sessions: a stolen one must not prolong itself or read files. */
  requiresKey?: true;
};

type Description = {
  /** Default GET. */
  method?: Method;
  summary: string;
  description?: string;
  /** Its group in the reference. Routes without one are not in the OpenAPI document. Default `Operator` for operators. */
  tag?: Tag | null;
  headers?: z.ZodObject;
  /** Accepts any query, as probes and load balancers may add one. */
  ignoresQuery?: boolean;
  /** Default 200. */
  status?: number;
  response: z.ZodType;
  /** Media types of the response. Default application/json. */
  produces?: readonly string[];
  /** Also answers 206 with a part of it. */
  isPartial?: boolean;
  /** Also answers 308 with this. */
  redirect?: z.ZodType;
  /** Statuses of documented errors, in place of those that its audience and body imply. */
  errors?: readonly number[];
};

/** Members of every definition. */
type CommonMembers<Path extends string, Query, Body, Response> = Description & {
  path: Path;
  /** Without one, any parameter is an error. */
  query?: Query;
  body?: Body;
  /** Without it, a request without a body is read as `{}`. */
  requiresBody?: boolean;
  response: Response;
  /** Default no-store. */
  cacheControl?: string;
  /** Served from memory: needs no turn at the database. */
  isInMemory?: boolean;
};

/** Members of endpoints on behalf of an account. */
type AccountMembers = {
  /** The feature that the caller's plan must have. Default `read`. */
  feature?: Feature;
  /** Also for suspended accounts, by session. */
  allowsSuspended?: true;
  /** What the role of a member must include, by session. Default: `change` for what changes something, else `read`. */
  needs?: MemberPermission;
  /** How many calls, or reads by session, a request counts as. Gets the body before it is validated, and must not throw. Default 1. */
  costOf?: (body: unknown) => number;
  /** By session takes one of the reads of the day. Default whether it is served from memory. */
  isRead?: boolean;
};

type KeyMembers = AccountMembers & {
  /** The scope that a key must have. Default that of its feature. */
  scope?: KeyScope;
  /** Whether calls by key count against the quota. Default true. */
  isCounted?: boolean;
  /** Whether calls by key are in the request log. Default true. */
  isLogged?: boolean;
  /** Finds the caller where it is not the key in the header or a session, such as that of a feed's token. May throw. */
  findCaller?: FindCaller;
  /** The handler checks suspension, plan and scopes. */
  checksAccess?: true;
  /** A parameter of the `WWW-Authenticate` of its 401. */
  challenge?: () => string | undefined;
  /** Pages of other sites may read the response. */
  isCrossOrigin?: true;
};

type PublicMembers = {
  /** Called before the body is read; may throw. */
  onRequest?: (ip: string) => void;
  /** A page for people: a browser gets an unknown one as a page too. */
  isPage?: true;
};

type Handler<Request, Path extends string, Query, Body, Response> =
  | {
      handler: (
        request: Omit<Request, 'params' | 'query' | 'body'> & {
          params: ParamsOf<Path>;
          query: z.output<Query>;
          body: z.output<Body>;
        },
        reply: Reply,
      ) => MaybePromise<z.input<Response>>;
    }
  /** Gets the request unparsed: for reads whose query is parsed once and cached by its text. */
  | { rawHandler: (request: Request & { params: ParamsOf<Path> }) => MaybePromise<HttpResponse> }
  /** Only where Fastify serves the endpoint. */
  | (Request extends CallerRequest
      ? never
      : {
          streamHandler: StreamHandler<ParamsOf<Path>>;
          /** Answers HEAD too. */
          handlesHead?: boolean;
          /** Leaves the body to the handler, as a stream of any size. */
          streamsBody?: boolean;
        });

/** Checks the types of a definition and makes its handler one of raw requests and responses. */
type Define<Request, Members, Result> = <
  const Path extends string,
  Query extends ParameterSchema = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
>(
  definition: CommonMembers<Path, Query, Body, Response> & Members & Handler<Request, Path, Query, Body, Response>,
) => Result;

type Base = Description & { method: Method; path: string; query?: ParameterSchema; body?: z.ZodType };

/** Served through the pipeline of keys and sessions, on behalf of an account. */
export type CallerEndpoint = Base &
  KeyMembers &
  Required<Pick<KeyMembers, 'feature' | 'scope' | 'needs' | 'isCounted' | 'isRead'>> & {
    audience: 'key' | 'session';
    isInMemory: boolean;
    /** How calls reach it, and their URL, where that is not the URL of the request. */
    via?: 'mcp';
    urlOf?: (body: unknown) => string;
    handle: (request: CallerRequest) => MaybePromise<HttpResponse>;
  };
/** Served by Fastify. */
export type ClientEndpoint = Base &
  PublicMembers &
  ({ audience: 'public' } | ({ audience: 'operator' } & OperatorAccess)) & {
    isInMemory: boolean;
    streamsBody?: boolean;
    handlesHead?: boolean;
  } & (
    | { handle: (request: PublicRequest & OperatorRequest) => MaybePromise<HttpResponse> }
    | { streamHandler: StreamHandler<Record<string, string>> }
  );
export type Endpoint = CallerEndpoint | ClientEndpoint;

export const noParameters = z.object({});

const scopeOf: Readonly<Record<Feature, KeyScope>> = {
  read: 'read',
  full: 'read',
  trends: 'read',
  export: 'export',
  webhooks: 'webhooks',
};

/** For anybody. */
export const publicEndpoint: Define<PublicRequest, PublicMembers, ClientEndpoint> = (definition) =>
  toEndpoint('public', definition);

/** For the operator key, and sessions of operators. */
export const operatorEndpoint: Define<OperatorRequest, OperatorAccess, ClientEndpoint> = (definition) =>
  toEndpoint('operator', { tag: 'Operator', ...definition });

/** For keys, and sessions of the account. */
export const keyEndpoint: Define<CallerRequest, KeyMembers, CallerEndpoint> = (definition) =>
  toCallerEndpoint('key', definition);

/** For sessions of the account only. */
export const sessionEndpoint: Define<CallerRequest, AccountMembers, CallerEndpoint> = (definition) =>
  toCallerEndpoint('session', definition);

function toCallerEndpoint(audience: Audience, definition: Description & KeyMembers & { isInMemory?: boolean }): never {
  const { method = 'GET', feature = 'read', isInMemory = false } = definition;
  return toEndpoint(audience, {
    feature,
    scope: scopeOf[feature],
    needs: method === 'GET' || isInMemory ? 'read' : 'change',
    isCounted: audience === 'key',
    isRead: isInMemory,
    ...definition,
  });
}

/** The one place that gives up the types of a definition: inside, they depend on its own schemas. */
function toEndpoint(audience: Audience, definition: object): never {
  const handle = toRawHandler(definition as AnyDefinition);
  return { method: 'GET', isInMemory: false, ...definition, audience, handle } as never;
}

type AnyRequest = PublicRequest & CallerRequest;
type AnyDefinition = CommonMembers<string, ParameterSchema, z.ZodType, z.ZodType> & {
  handler?: (request: Omit<AnyRequest, 'query'> & { query: unknown }, reply: Reply) => unknown;
  rawHandler?: (request: AnyRequest) => MaybePromise<HttpResponse>;
};

function toRawHandler(definition: AnyDefinition): (request: AnyRequest) => MaybePromise<HttpResponse> {
  const { handler, rawHandler, query = noParameters, body, status = 200, cacheControl = 'no-store' } = definition;
  const { ignoresQuery = false, requiresBody = false } = definition;
  if (!handler) return rawHandler ?? (() => Promise.reject(new Error('A stream handler answers this endpoint')));
  return (request) => {
    const headers: string[] = [];
    const reply: Reply = { header: (name, value) => headers.push(name, value) };
    const parsed = {
      ...request,
      query: ignoresQuery ? {} : parseParameters(query, request.query),
      body: body && readBody(body, requiresBody ? request.body : (request.body ?? {})),
    };
    const toResponse = (value: unknown): HttpResponse => ({
      status,
      headers: responseHeaders({ cacheControl, headers }),
      body: value === undefined ? '' : toByteString(JSON.stringify(value)),
    });
    const found = handler(parsed, reply);
    return found instanceof Promise ? found.then(toResponse) : toResponse(found);
  };
}

const noParams = Object.freeze({});

export function toTarget(url: string, params: Record<string, string> = noParams, body?: unknown): Target {
  const mark = url.indexOf('?');
  if (mark < 0) return { url, path: url, query: '', params, body };
  return { url, path: url.slice(0, mark), query: url.slice(mark + 1), params, body };
}
