// The MCP server at /mcp: streamable HTTP without sessions, by key.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { KeyCaller } from '../../accounts/caller.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { HooklineError } from '../../lib/errors.ts';
import { rateLimitHeaders } from '../../quota/headers.ts';
import type { FindKey, RequestKey } from '../pipeline/caller/find-key.ts';
import type { CallerEndpoint, Endpoint, Target } from '../pipeline/endpoint.ts';
import type { Called, Pipeline, Serve } from '../pipeline/pipeline.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import type { ByteString } from '../pipeline/records.ts';
import { type HttpResponse, responseHeaders, sendResponse } from '../pipeline/response.ts';
import { hasOAuth, resourceMetadataPath } from './oauth/routes.ts';
import { builtInPrompts } from './prompts/prompts.ts';
import { createProtocol, serverInfoOf } from './protocol.ts';
import { readJsonBody } from './read-body.ts';
import { createResources } from './resources/resources.ts';
import { readToolRequest, type ToolRequest } from './tool-request.ts';
import { createToolCaller } from './tools/call-tool.ts';
import { createTools } from './tools/tools.ts';

export type McpDeps = {
  pipeline: Pipeline;
  findKey: FindKey;
  endpoints: readonly Endpoint[];
  catalog: () => Catalog;
  publicUrl: () => string;
  version: string;
};

/** Lists, prompts and resources take no quota. */
const freePerMinute = { windowMs: 60_000, max: 240 };

const tooMany = `More than ${freePerMinute.max} lists, prompts and resources in a minute. Retry later.`;

/** What the endpoint below gets as its body: a message, or why there is none. */
type Message = { req: IncomingMessage; message?: unknown; error?: unknown };

export function createMcp({ pipeline, findKey, endpoints, catalog, publicUrl, version }: McpDeps): Serve {
  const tools = createTools(endpoints);
  const callTool = createToolCaller({ tools, pipeline, catalog });
  const resources = createResources(pipeline, endpoints);
  const serveProtocol = createProtocol({ version, tools, callTool, prompts: builtInPrompts, resources });
  const limiter = createRateLimiter(Date.now, freePerMinute);
  const meta = { 'io.modelcontextprotocol/serverInfo': serverInfoOf(version) };
  const modernMembers = JSON.stringify({ resultType: 'complete', _meta: meta }).slice(1, -1);

  /** Everything but the usual tools/call, refused requests included, which the pipeline counts and describes. */
  const endpoint: CallerEndpoint = {
    audience: 'key',
    method: 'POST',
    path: '/mcp',
    summary: 'Messages of MCP clients',
    response: z.unknown(),
    feature: 'read',
    scope: 'read',
    needs: 'read',
    isCounted: false,
    // Tools log the endpoint that they call.
    isLogged: false,
    isInMemory: true,
    isRead: true,
    async handle({ caller, body }) {
      const { req, message, error } = body as Message;
      if (error !== undefined) throw error;
      const { accountId } = caller;
      const isCall = isToolCall(message);
      throwIfRateLimited(isCall ? limiter.waitSeconds(accountId) : limiter.record(accountId), tooMany);
      let tookQuota = false;
      const onCall = () => {
        tookQuota = true;
      };
      const response = await serveProtocol({ req, caller: caller as KeyCaller, body: message, onCall });
      // Of no tool, or invalid.
      if (isCall && !tookQuota) limiter.record(accountId);
      return response;
    },
  };
  const callProtocol = pipeline.call(endpoint);

  return (req, res, target) => {
    respond(req, res, target).catch(() => res.destroy());
  };

  async function respond(req: IncomingMessage, res: ServerResponse, target: Target): Promise<void> {
    const found = findKey(req);
    const key = found instanceof Promise ? await found : found;
    const protocol = (message: Omit<Message, 'req'>) =>
      callProtocol(req, { ...target, body: { req, ...message } }, key);
    let called: Called;
    try {
      called = await handle(req, res, key, protocol);
    } catch (error) {
      called = await protocol({ error });
    }
    const { windows, requestId } = called;
    const response = called.response.status === 401 ? challenge(called.response) : called.response;
    const limits = windows.length > 0 ? rateLimitHeaders(windows, Date.now()) : [];
    sendResponse(req, res, response, ['x-request-id', requestId, ...limits]);
  }

  /** Names where clients learn how to sign in. */
  function challenge({ headers, ...response }: HttpResponse): HttpResponse {
    const url = publicUrl();
    if (!hasOAuth(url)) return { headers, ...response };
    const named = headers.map((value, at) =>
      headers[at - 1] === 'www-authenticate' ? `${value}, resource_metadata="${url}${resourceMetadataPath}"` : value,
    );
    return { ...response, headers: named };
  }

  async function handle(
    req: IncomingMessage,
    res: ServerResponse,
    key: RequestKey,
    protocol: (message: Omit<Message, 'req'>) => Promise<Called>,
  ): Promise<Called> {
    refuseOtherOrigins(req, publicUrl());
    // The body of a refused request is not read.
    if (typeof key === 'string' || req.method !== 'POST') return protocol({});
    const message = await readJsonBody(req, res);
    if (Array.isArray(message)) throw new HooklineError('invalid_request', 'Send one JSON-RPC message, not a batch.');
    const request = readToolRequest(req.headers, message);
    const answer = request && callTool(req, key, request.name, request.args);
    if (!request || !answer) return protocol({ message });
    const { called, result } = await answer;
    if (called.response.status === 401) return called;
    return {
      ...called,
      response: { status: 200, headers: resultHeaders, body: toMessage(request, result, modernMembers) },
    };
  }
}

/** Calls of tools take quota, also where the library serves them. */
function isToolCall(message: unknown): boolean {
  return (message as { method?: unknown } | null | undefined)?.method === 'tools/call';
}

const resultHeaders = responseHeaders({ contentType: 'application/json', cacheControl: 'no-store' });

/** `modernMembers` are those that results have since 2026-07-28. */
function toMessage({ id, isModern }: ToolRequest, result: ByteString, modernMembers: string): ByteString {
  const typed = isModern ? `{${modernMembers},${result.slice(1)}` : result;
  const given = Buffer.from(JSON.stringify(id)).toString('latin1');
  return `{"jsonrpc":"2.0","id":${given},"result":${typed}}`;
}

/** Pages of other sites have no business here, even with a key: the specification asks for it. */
function refuseOtherOrigins({ headers: { origin, host } }: IncomingMessage, publicUrl: string): void {
  if (origin === undefined || origin === URL.parse(publicUrl)?.origin) return;
  if (publicUrl.startsWith('http:') && origin === `http://${host}` && isAddress(URL.parse(origin)?.hostname)) return;
  throw new HooklineError('cross_site', 'Pages of other sites cannot call this server. Connect from a program.');
}

/** Whose owner cannot make it lead here, as that of a name can. */
function isAddress(hostname = ''): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
