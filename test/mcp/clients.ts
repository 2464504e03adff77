// The official clients of both generations of the protocol, connected to a service, and apps that connect by OAuth.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';

export const clientKinds = ['2.x, 2026-07-28', '2.x, 2025', '1.x, 2025'] as const;
type ClientKind = (typeof clientKinds)[number];

const info = { name: 'test', version: '1.0.0' };

/** Connects a client of either generation. The clients check results against output schemas. */
export async function connect(kind: ClientKind, url: string, key: string): Promise<Client> {
  const mcp = new URL('/mcp', url);
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  if (kind === '1.x, 2025') {
    const client = new OldClient(info);
    await client.connect(new OldTransport(mcp, options));
    // The tools must be listed before calls, or this client would not check results.
    await client.listTools();
    return client as unknown as Client;
  }
  const mode = kind === '2.x, 2025' ? 'legacy' : { pin: '2026-07-28' };
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(mcp, options));
  await client.listTools();
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the result
export type Content = Record<string, any>;

/** The structured result of a tool. Throws if its text is not the same. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Content & { isError: boolean }> {
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: args });
  const [text] = content as { text: string }[];
  if (text?.text !== JSON.stringify(structuredContent))
    throw new Error(`The text of ${name} is another: ${text?.text}`);
  return { ...(structuredContent as Content), isError };
}

/** Adds an app, as its metadata document would. */
export async function addClient(service: TestService, id: string, name: string, redirectUri: string): Promise<void> {
  await query(
    service,
    `insert into oauth_clients (id, client_id, name, redirect_uris, scopes, grant_types, response_types,
       token_endpoint_auth_method, created_at)
     values ($1, $1, $2, $3, '["read","offline_access"]', '["authorization_code","refresh_token"]', '["code"]', 'none', now())`,
    [id, name, JSON.stringify([redirectUri])],
  );
}
