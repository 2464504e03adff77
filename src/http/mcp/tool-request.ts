// Recognises the usual request of tools/call, of both generations of the protocol, so that it is served without the library, which
// takes ten times as long as the call itself. Whatever is unusual or invalid is left to the library.
import type { IncomingHttpHeaders } from 'node:http';
import type { Arguments } from './tools/tool.ts';

export type ToolRequest = { id: string | number; name: string; args: Arguments; isModern: boolean };

const modernVersion = '2026-07-28';
/** Before them, JSON-RPC batches and their replies had other rules. */
const legacyVersions: readonly (string | undefined)[] = ['2025-03-26', '2025-06-18', '2025-11-25'];

const metaVersion = 'io.modelcontextprotocol/protocolVersion';
const metaCapabilities = 'io.modelcontextprotocol/clientCapabilities';
const metaClient = 'io.modelcontextprotocol/clientInfo';

export function readToolRequest(headers: IncomingHttpHeaders, body: unknown): ToolRequest | undefined {
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
