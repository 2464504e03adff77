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

/** Possible callers: anybody, an API key or a session of the account, a session only, an operator. */
export type Audience = 'public' | 'key' | 'session' | 'operator';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A routed request: its URL in parts, and its body as JSON. */
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
 * `actor` is a function because most requests are reads, which need no actor. `member` is null for a key, and for an operator who views the
 * account. `collections` are the account's collections in the filters of the request. `nearest` is what `match` in the filters found.
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
/** `session` is null for the operator key. */
type OperatorRequest = BaseRequest & { actor: () => Actor; session: Session | null };

/** Returns the context of the action that a request calls. */
export function contextOf<Deps>(deps: Deps, { actor }: { actor: () => Actor }): Deps & { actor: Actor } {
  return { ...deps, actor: actor() };
}

type OfCaller = { caller: InAccount };

export function accountOf({ caller }: OfCaller): InAccount {
  return { accountId: caller.accountId };
}

/** Returns the `:id` of the path, in the account of the request. */
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

/** `elsewhere`: the key may not be used from this address. Such requests count for the address, not for the key's account. */
export type RequestKey = FoundKey | 'elsewhere';

type MaybePromise<T> = T | Promise<T>;
type FindCaller = (req: IncomingMessage, target: Target) => MaybePromise<RequestKey>;
/** Writes to the socket itself, such as a file or the progress of an import. */
type StreamHandler<Params> = (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => unknown;

/** What an operator's session needs. The operator key may do everything. */
export type OperatorAccess = {
  permission: Permission;
  /** Refuses sessions: a stolen one must not prolong itself or read files. */
  requiresKey?: true;
};

type Description = {
  /** Default GET. */
  method?: Method;
  summary: string;
  description?: string;
  /** Group in the reference. Routes without a tag are not in the OpenAPI document. Default `Operator` for operators. */
  tag?: Tag | null;
  headers?: z.ZodObject;
  /** Accepts any query, since probes and load balancers may add one. */
  ignoresQuery?: boolean;
  /** Default 200. */
  status?: number;
  response: z.ZodType;
  /** Media types of the response. Default application/json. */
  produces?: readonly string[];
  /** Whether a part of the response can be sent with 206. */
  isPartial?: boolean;
  /** Schema of a redirect (308). */
  redirect?: z.ZodType;
  /** Statuses of documented errors, in place of those that its audience and body imply. */
  errors?: readonly number[];
};

/** Members of every definition. */
type CommonMembers<Path extends string, Query, Body, Response> = Description & {
  path: Path;
  /** Without a schema, any parameter is an error. */
  query?: Query;
  body?: Body;
  /** If false, a missing body is read as `{}`. */
  requiresBody?: boolean;
  response: Response;
  /** Default no-store. */
  cacheControl?: string;
  /** Served from memory, so it needs no turn at the database. */
  isInMemory?: boolean;
};

/** Members of endpoints on behalf of an account. */
type AccountMembers = {
  /** The feature that the caller's plan must have. Default `read`. */
  feature?: Feature;
  /** Allows suspended accounts, by session. */
  allowsSuspended?: true;
  /** Permission that the role of a signed-in member must include. Default `change` if the request changes something, else `read`. */
  needs?: MemberPermission;
  /** How many calls, or reads by session, a request counts as. Gets the body before it is validated, and must not throw. Default 1. */
  costOf?: (body: unknown) => number;
  /** Whether a request by session takes one of the reads of the day. Default: whether it is served from memory. */
  isRead?: boolean;
};

type KeyMembers = AccountMembers & {
  /** Scope that a key must have. Default: the scope of the feature. */
  scope?: KeyScope;
  /** Whether calls by key count against the quota. Default true. */
  isCounted?: boolean;
  /** Whether calls by key are in the request log. Default true. */
  isLogged?: boolean;
  /** Finds a caller that is not the key in the header or a session, such as the caller of a feed's token. May throw. */
  findCaller?: FindCaller;
  /** The handler checks suspension, plan and scopes. */
  checksAccess?: true;
  /** Parameter of `WWW-Authenticate` in a 401. */
  challenge?: () => string | undefined;
  /** Pages of other sites may read the response. */
  isCrossOrigin?: true;
};

type PublicMembers = {
  /** Called before the body is read; may throw. */
  onRequest?: (ip: string) => void;
  /** A page for people: browsers get its 404 as a page too. */
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
  /** Gets the unparsed request, for reads whose query is parsed once and cached by its text. */
  | { rawHandler: (request: Request & { params: ParamsOf<Path> }) => MaybePromise<HttpResponse> }
  /** Available only if Fastify serves the endpoint. */
  | (Request extends CallerRequest
      ? never
      : {
          streamHandler: StreamHandler<ParamsOf<Path>>;
          /** Answers HEAD too. */
          handlesHead?: boolean;
          /** Leaves the body to the handler, as a stream of any size. */
          streamsBody?: boolean;
        });

/** Checks the types of a definition and converts its handler to raw requests and responses. */
type Define<Request, Members, Result> = <
  const Path extends string,
  Query extends ParameterSchema = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
>(
  definition: CommonMembers<Path, Query, Body, Response> & Members & Handler<Request, Path, Query, Body, Response>,
) => Result;

type Base = Description & { method: Method; path: string; query?: ParameterSchema; body?: z.ZodType };

/** Endpoint on behalf of an account, served through the pipeline of keys and sessions. */
export type CallerEndpoint = Base &
  KeyMembers &
  Required<Pick<KeyMembers, 'feature' | 'scope' | 'needs' | 'isCounted' | 'isRead'>> & {
    audience: 'key' | 'session';
    isInMemory: boolean;
    /** How calls reach the endpoint, and their URL, if it is not the URL of the request. */
    via?: 'mcp';
    urlOf?: (body: unknown) => string;
    handle: (request: CallerRequest) => MaybePromise<HttpResponse>;
  };
/** Endpoint served by Fastify. */
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

/** Defines an endpoint for anybody. */
export const publicEndpoint: Define<PublicRequest, PublicMembers, ClientEndpoint> = (definition) =>
  toEndpoint('public', definition);

/** Defines an endpoint for the operator key, and sessions of operators. */
export const operatorEndpoint: Define<OperatorRequest, OperatorAccess, ClientEndpoint> = (definition) =>
  toEndpoint('operator', { tag: 'Operator', ...definition });

/** Defines an endpoint for keys, and sessions of the account. */
export const keyEndpoint: Define<CallerRequest, KeyMembers, CallerEndpoint> = (definition) =>
  toCallerEndpoint('key', definition);

/** Defines an endpoint for sessions of the account only. */
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

/** Drops the types of a definition, since they depend on its own schemas. */
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
