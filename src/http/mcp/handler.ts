// The MCP server at /mcp: streamable HTTP without sessions, by key.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { KeyCaller } from '../../accounts/caller.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import type { Catalog } from '../../catalog/live-catalog.ts';
import { HooklineError } from '../../lib/errors.ts';
import { rateLimitHeaders } from '../../quota/quota.ts';
import type { FindKey, RequestKey } from '../pipeline/caller/authenticate.ts';
import type { CallerEndpoint, Endpoint, Target } from '../pipeline/endpoint.ts';
import type { Called, Pipeline, Serve } from '../pipeline/pipeline.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import type { ByteString } from '../pipeline/records.ts';
import { type HttpResponse, responseHeaders, sendResponse } from '../pipeline/response.ts';
import { maxBodyBytes } from '../server/bodies.ts';
import { hasOAuth, resourceMetadataPath } from './oauth/routes.ts';
import { builtInPrompts } from './prompts.ts';
import { createProtocol, serverInfoOf } from './protocol.ts';
import { createResources } from './resources.ts';
import { createToolCaller } from './tools/call-tool.ts';
import type { Arguments } from './tools/tool.ts';
import { createTools } from './tools/tools.ts';

type McpDeps = {
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

// The JSON body of a request that bypasses Fastify.

/** Rejects with what is wrong with the body; never settles if the client leaves, and then nobody waits for a response. */
function readJsonBody(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBodyBytes) {
        chunks.push(chunk);
        return;
      }
      req.off('data', onData);
      // The rest is not read.
      res.shouldKeepAlive = false;
      reject(
        new HooklineError('payload_too_large', `The body exceeds ${maxBodyBytes / 1024} KiB. Send a smaller one.`),
      );
    };
    req.on('data', onData);
    req.on('end', () => {
      const [first] = chunks;
      const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      try {
        resolve(JSON.parse(bytes.toString()));
      } catch {
        reject(new HooklineError('invalid_request', 'The body is no JSON. Send one JSON-RPC message.'));
      }
    });
  });
}

// Recognises the usual request of tools/call, of both generations of the protocol, so that it is served without the library, which
// takes ten times as long as the call itself. Whatever is unusual or invalid is left to the library.

type ToolRequest = { id: string | number; name: string; args: Arguments; isModern: boolean };

const modernVersion = '2026-07-28';
/** Before them, JSON-RPC batches and their replies had other rules. */
const legacyVersions: readonly (string | undefined)[] = ['2025-03-26', '2025-06-18', '2025-11-25'];

const metaVersion = 'io.modelcontextprotocol/protocolVersion';
const metaCapabilities = 'io.modelcontextprotocol/clientCapabilities';
const metaClient = 'io.modelcontextprotocol/clientInfo';

function readToolRequest(headers: IncomingHttpHeaders, body: unknown): ToolRequest | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0' || body.method !== 'tools/call') return undefined;
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (!isObject(params) || typeof params.name !== 'string' || 'task' in params) return undefined;
  const { name, arguments: args = {}, _meta: meta = {} } = params;
  if (!isObject(args) || !isObject(meta)) return undefined;
  const isModern = metaVersion in meta;
  if (isModern ? !isValidModern(headers, meta, name) : !isValidLegacy(headers, meta)) return undefined;
  return { id: id as string | number, name, args, isModern };
}

function isValidModern(headers: IncomingHttpHeaders, meta: Record<string, unknown>, name: string): boolean {
  return (
    meta[metaVersion] === modernVersion &&
    isObject(meta[metaCapabilities]) &&
    isClient(meta[metaClient]) &&
    headers['mcp-protocol-version'] === modernVersion &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    isJson(headers)
  );
}

function isValidLegacy(headers: IncomingHttpHeaders, meta: Record<string, unknown>): boolean {
  const { accept = '' } = headers;
  return (
    !Object.keys(meta).some((name) => name.startsWith('io.modelcontextprotocol/')) &&
    legacyVersions.includes(headers['mcp-protocol-version'] as string | undefined) &&
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    isJson(headers)
  );
}

function isClient(client: unknown): boolean {
  if (client === undefined) return true;
  return isObject(client) && typeof client.name === 'string' && typeof client.version === 'string';
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json(?:;|$)/i.test(headers['content-type'] ?? '');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
