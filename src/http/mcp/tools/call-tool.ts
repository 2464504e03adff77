// Calls a tool: its endpoint through the pipeline, and the response as the result that agents read.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import type { WindowState } from '../../../quota/lease.ts';
import type { RequestKey } from '../../pipeline/caller/find-key.ts';
import type { Call, Called, Pipeline } from '../../pipeline/pipeline.ts';
import { type ByteString, fromByteString, toByteString } from '../../pipeline/records.ts';
import type { FlatHeaders } from '../../pipeline/response.ts';
import { fit, maxTokens } from './fit.ts';
import { untrustedNote } from './result-schema.ts';
import type { Arguments, Rendered, ResponseFormat, Route, Tool } from './tool.ts';
import { whatToDo } from './what-to-do.ts';

/** `called` is the response of the endpoint; `result` the JSON of a CallToolResult. */
type ToolAnswer = { called: Called; result: ByteString };
/** undefined if there is no such tool. */
export type CallTool = (
  req: IncomingMessage,
  key: RequestKey,
  name: string,
  args: Arguments,
) => Promise<ToolAnswer> | undefined;

export type ToolDeps = { tools: readonly Tool[]; pipeline: Pipeline; catalog: () => Catalog };

type Calls = { counted: Call; free: Call };
/** Members of a result as JSON, and the same escaped for a JSON string. */
type Members = { json: ByteString; escaped: ByteString };

const maxCachedBytes = 16 * 2 ** 20;

/** By tool, format and ETag, which responses with the same body share. */
const membersOf = perSnapshot(
  () =>
    new LRUCache<string, Members>({
      maxSize: maxCachedBytes,
      sizeCalculation: ({ json, escaped }, key) => json.length + escaped.length + key.length + 100,
    }),
);

export function createToolCaller({ tools, pipeline, catalog }: ToolDeps): CallTool {
  const callsOf = new Map<Route, Calls>();
  for (const route of tools.flatMap(({ routes }) => routes)) callsOf.set(route, createCalls(pipeline, route));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  return (req, key, name, args) => {
    const tool = byName.get(name);
    return tool && callTool(tool, req, key, args);
  };

  async function callTool(tool: Tool, req: IncomingMessage, key: RequestKey, args: Arguments): Promise<ToolAnswer> {
    const format: ResponseFormat = args.response_format === 'detailed' ? 'detailed' : 'concise';
    const calls = callsOf.get(tool.routeOf(args, format)) as Calls;
    const { snapshot } = catalog();
    const { called, given } = await follow(calls.counted, req, key, args);
    const { response, windows } = called;
    const head = headOf(snapshot.version, windows);
    if (response.status !== 200) return { called, result: toResult(head, failureOf(called), true) };
    const etag = headerOf(response.headers, 'etag');
    const cacheKey = etag === undefined ? undefined : `${tool.name} ${format} ${args.label ?? ''} ${etag}`;
    let members = cacheKey === undefined ? undefined : membersOf(snapshot).get(cacheKey);
    if (!members) {
      members = await render(tool, format, given, called, (limited) => calls.free(req, targetOf(limited), key));
      if (cacheKey !== undefined) membersOf(snapshot).set(cacheKey, members);
    }
    return { called, result: toResult(head, members) };
  }
}

/** `free` repeats a call that was counted. */
function createCalls(pipeline: Pipeline, { endpoint, toTarget }: Route): Calls {
  // Arguments become the target inside the handler, so that the pipeline counts and refunds what they are refused for.
  const adapted = {
    ...endpoint,
    via: 'mcp' as const,
    urlOf: (body: unknown) => toTarget(body as Arguments).url,
    handle: (request: Parameters<typeof endpoint.handle>[0]) =>
      endpoint.handle({ ...request, ...toTarget(request.body as Arguments), headers: noHeaders }),
  };
  return { counted: pipeline.call(adapted), free: pipeline.call({ ...adapted, isCounted: false, isLogged: false }) };
}

/** Those of the request are about the form of the result. */
const noHeaders = {};

function targetOf(args: Arguments) {
  return { url: '/mcp', path: '/mcp', query: '', params: {}, body: args };
}

/** Hooks that were merged into others are replaced by these; redirects are not counted. */
async function follow(call: Call, req: IncomingMessage, key: RequestKey, args: Arguments) {
  let given = args;
  let called = await call(req, targetOf(given), key);
  for (let hops = 0; called.response.status === 308 && hops < maxHops; hops++) {
    const { data } = JSON.parse(fromByteString(called.response.body));
    given = { ...args, id: data.merged_into };
    called = await call(req, targetOf(given), key);
  }
  return { called, given };
}
const maxHops = 3;

async function render(
  tool: Tool,
  format: ResponseFormat,
  args: Arguments,
  { response }: Called,
  repeat: (args: Arguments) => Promise<Called>,
): Promise<Members> {
  const sliced = tool.slice?.(response.body, format);
  if (sliced !== undefined && sliced.length <= maxTokens) return escapeMembers(sliced);
  const body = JSON.parse(fromByteString(response.body));
  const rendered = tool.render(body, format, args);
  const fitted = fit(rendered);
  if (!fitted) return shorten(tool, body, args);
  if (!fitted.isCut) return toMembers(fitted.json);
  const shown = `Shows the first ${fitted.count}: the rest would be too long.`;
  const instead = format === 'detailed' ? 'More fit with response_format concise.' : 'Ask for fewer, or filter more.';
  if (!tool.isPaged) return toMembers(withMember(fitted.json, `${shown} ${instead}`));
  // The cursor of the whole page would skip what is left out.
  const { response: repeated } = await repeat({ ...args, limit: fitted.count });
  const shorter = fit(tool.render(JSON.parse(fromByteString(repeated.body)), format, args));
  return toMembers(withMember(shorter?.json ?? fitted.json, `${shown} Continue with next_cursor.`));
}

/** For what has no items to leave out. */
function shorten(tool: Tool, body: unknown, args: Arguments): Members {
  const rendered: Rendered = tool.render(body, 'concise', args);
  const json =
    fit(rendered)?.json ?? JSON.stringify({ ...rendered.members, ...(rendered.list ? { [rendered.list]: [] } : {}) });
  return toMembers(withMember(json, 'The detailed result would be too long, so this is the concise one.'));
}

function withMember(json: string, truncated: string): string {
  return `${json.slice(0, -1)},"truncated":${JSON.stringify(truncated)}}`;
}

function toMembers(json: string): Members {
  return escapeMembers(toByteString(json));
}

function escapeMembers(json: ByteString): Members {
  return { json, escaped: JSON.stringify(json).slice(1, -1) };
}

/** The members that every result has, and that no two calls share. All ASCII. */
function headOf(catalogVersion: number, windows: readonly WindowState[]): string {
  let quota = '';
  for (const { name, limit, remaining, resetsAt } of windows) {
    const comma = quota === '' ? '' : ',';
    quota += `${comma}{"window":"${name}","limit":${limit},"remaining":${remaining},"resets_at":"${isoOf(resetsAt)}"}`;
  }
  return `{"note":"${untrustedNote}","catalog_version":${catalogVersion},"quota":[${quota}]`;
}

let formattedMs = 0;
let formatted = '';

/** Formatted once for each end of a window. */
function isoOf(ms: number): string {
  if (ms !== formattedMs) {
    formatted = new Date(ms).toISOString();
    formattedMs = ms;
  }
  return formatted;
}

function toResult(head: string, { json, escaped }: Members, isError = false): ByteString {
  const flag = isError ? ',"isError":true' : '';
  const text = `${head.replaceAll('"', '\\"')},${escaped.slice(1)}`;
  return `{"content":[{"type":"text","text":"${text}"}],"structuredContent":${head},${json.slice(1)}${flag}}`;
}

function failureOf({ response, requestId }: Called): Members {
  const problem = JSON.parse(fromByteString(response.body));
  const { code, status, detail, required_plan, required_scope, errors, type } = problem;
  const retryAfter = headerOf(response.headers, 'retry-after');
  const error = {
    ...{ code, status, detail, what_to_do: whatToDo(code) },
    ...(retryAfter === undefined ? {} : { retry_after_seconds: Number(retryAfter) }),
    ...{ required_plan, required_scope, errors, docs: type, request_id: requestId },
  };
  return toMembers(JSON.stringify({ error }));
}

function headerOf(headers: FlatHeaders, name: string): string | undefined {
  const at = headers.indexOf(name);
  return at < 0 ? undefined : headers[at + 1];
}
