// The MCP server at POST /mcp: streamable HTTP without sessions, by key. The library serves every message (protocol.ts).
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { KeyCaller } from '../../accounts/caller.ts';
import { createRateLimiter } from '../../auth/rate-limiter.ts';
import { fail } from '../../lib/errors.ts';
import { perTaxonomy } from '../../taxonomy/taxonomy.ts';
import { requireAccess, requireScope } from '../pipeline/caller/access.ts';
import type { FindKey } from '../pipeline/caller/authenticate.ts';
import { type Endpoint, keyEndpoint } from '../pipeline/endpoint.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { throwIfRateLimited } from '../pipeline/rate-limits.ts';
import type { Services } from '../services.ts';
import { hasOAuth, resourceMetadataPath } from './oauth/routes.ts';
import { createProtocol } from './protocol.ts';
import { createResources } from './resources.ts';
import { createToolCaller } from './tools/call-tool.ts';
import { createTools } from './tools/tools.ts';

type McpServices = Services & {
  pipeline: Pipeline;
  /** Finds keys and access tokens of connected apps. */
  findKey: FindKey;
  /** The endpoints that tools and resources call. */
  endpoints: readonly Endpoint[];
};

/** Limits lists, prompts and resources, which take no quota. */
const freePerMinute = { windowMs: 60_000, max: 240 };
const tooMany = `More than ${freePerMinute.max} requests for lists, prompts and resources in a minute. Retry later.`;

/** Access that messages other than tool calls need. */
const access = { feature: 'read', scope: 'read' } as const;

export function mcpEndpoints({ pipeline, findKey, endpoints, catalog, publicUrl, version }: McpServices): Endpoint[] {
  const resources = createResources(pipeline, endpoints);
  // Created again for another taxonomy, since tools list its values.
  const protocol = perTaxonomy(() => {
    const tools = createTools(endpoints);
    return createProtocol({ version, tools, callTool: createToolCaller({ tools, pipeline, catalog }), resources });
  });
  const limiter = createRateLimiter(Date.now, freePerMinute);

  return [
    keyEndpoint({
      method: 'POST',
      path: '/mcp',
      summary: 'Messages of MCP clients',
      response: z.unknown(),
      isCounted: false,
      isLogged: false,
      isInMemory: true,
      checksAccess: true,
      findCaller(req) {
        refuseOtherOrigins(req, publicUrl());
        return findKey(req);
      },
      // Clients read at this URL how to sign in.
      challenge: () =>
        hasOAuth(publicUrl()) ? `resource_metadata="${publicUrl()}${resourceMetadataPath}"` : undefined,
      async rawHandler({ req, caller, body }) {
        if (Array.isArray(body)) fail('invalid_request', 'Send one JSON-RPC message, not a batch.');
        const { accountId } = caller;
        const isCall = isToolCall(body);
        if (isCall) throwIfRateLimited(limiter.waitSeconds(`calls ${accountId}`), tooMany);
        else {
          requireAccess(caller, access);
          requireScope(caller as KeyCaller, access);
          throwIfRateLimited(limiter.record(accountId), tooMany);
        }
        const { response, hasCalledTool } = await protocol()({ req, caller: caller as KeyCaller, body });
        if (hasCalledTool) return { ...response, isForwarded: true };
        // The tool is unknown or the message invalid, so the pipeline has not counted the call.
        if (isCall) limiter.record(`calls ${accountId}`);
        return response;
      },
    }),
  ];
}

function isToolCall(message: unknown): boolean {
  return (message as { method?: unknown } | null | undefined)?.method === 'tools/call';
}

/** The specification requires this: pages of other sites may not call the server, even with a key. */
function refuseOtherOrigins({ headers: { origin, host } }: IncomingMessage, publicUrl: string): void {
  if (origin === undefined || origin === URL.parse(publicUrl)?.origin) return;
  if (publicUrl.startsWith('http:') && origin === `http://${host}` && isAddress(URL.parse(origin)?.hostname)) return;
  fail('cross_site', 'Web pages of other origins cannot call this server. Connect from a program.');
}

/** The owner of a name can make it resolve to this server; an address cannot be rebound. */
function isAddress(hostname = ''): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
