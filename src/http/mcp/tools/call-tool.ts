// Calls a tool: its endpoint through the pipeline, and the response as the result that agents read.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/snapshot.ts';
import { type ErrorCode, fail } from '../../../lib/errors.ts';
import type { WindowState } from '../../../quota/lease.ts';
import { type TaxonomySet, taxonomy } from '../../../taxonomy/taxonomy.ts';
import type { RequestKey } from '../../pipeline/caller/authenticate.ts';
import type { CallerEndpoint } from '../../pipeline/endpoint.ts';
import type { Call, Called, Pipeline } from '../../pipeline/pipeline.ts';
import { type ByteString, fromByteString, toByteString } from '../../pipeline/records.ts';
import type { FlatHeaders } from '../../pipeline/response.ts';
import { type Arguments, type Rendered, type ResponseFormat, type Route, type Tool, untrustedNote } from './tool.ts';

/** `called` is the response of the endpoint; `result` the JSON of a CallToolResult. */
type ToolAnswer = { called: Called; result: ByteString };
/** undefined if there is no such tool. */
export type CallTool = (
  req: IncomingMessage,
  key: RequestKey,
  name: string,
  args: Arguments,
) => Promise<ToolAnswer> | undefined;

type ToolDeps = { tools: readonly Tool[]; pipeline: Pipeline; catalog: () => Catalog };

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

// Arguments of tools: their schemas, from those of endpoints, and what of them the endpoints get.

export const sets = Object.keys(taxonomy) as [TaxonomySet, ...TaxonomySet[]];

/** A label of the taxonomy as a list of its values, so that agents need not guess them. */
export function labelArgument(set: TaxonomySet) {
  return z.array(labelValue(set)).optional().meta({ description: 'Any of these values' });
}

export function labelValue(set: TaxonomySet) {
  return z.enum(taxonomy[set].map(({ id }) => id) as [string, ...string[]]);
}

/** The endpoint lists all labels; the result shows one of them. */
export function checkLabel({ label }: Arguments): Arguments {
  if (label !== undefined && label !== null && !sets.some((set) => set === label))
    fail('invalid_parameter', `\`label\` must be one of ${sets.join(', ')}.`);
  return {};
}

export function byCollection({ collection_id, ...args }: Arguments): Arguments {
  return { ...args, id: collection_id };
}

/** Agents fill arguments that they do not use with empty texts. */
export function withoutText({ text, ...args }: Arguments): Arguments {
  if (text) fail('invalid_parameter', 'Send `text` or `id`, one of the two.');
  return args;
}

/** What is sent empty stays as it is: by the API an empty text removes the note. */
export function toSaved({ note, tags, ...args }: Arguments): Arguments {
  const isEmpty = Array.isArray(tags) && tags.length === 0;
  return { ...byCollection(args), note: note === '' ? undefined : note, tags: isEmpty ? undefined : tags };
}

/** An argument replaces the filter of its name. */
export function toQueryBody({ filters, limit, cursor, sort, distinct, ...others }: Arguments): unknown {
  const isObject = typeof filters === 'object' && !Array.isArray(filters);
  return { filters: isObject ? { ...filters, ...others } : filters, limit, cursor, sort, distinct };
}

export function toSimilarBody({ text, id, limit, ...filters }: Arguments): unknown {
  return { ...(text === undefined ? {} : { text }), ...(id === undefined ? {} : { id }), limit, filters };
}

export function queryOf({ query }: CallerEndpoint): z.ZodRawShape {
  return query?.shape ?? {};
}

export function bodyOf({ body }: CallerEndpoint): z.ZodRawShape {
  if (!(body instanceof z.ZodObject)) throw new Error('The body of this endpoint is no object.');
  return body.shape;
}

export function pick(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(
    names.map((name) => {
      const type = shape[name];
      if (!type) throw new Error(`The endpoint has no parameter ${name}.`);
      return [name, type];
    }),
  );
}

// Results stay short enough for every client: the strictest cuts them at 25,000 tokens, and counts both copies of a result.

/** Of one of the two copies. No text has more tokens than bytes. */
const maxTokens = 12_000;
/** JSON has three to four in most tokenizers. */
const charactersPerToken = 2.5;

type Fitted = { json: string; count: number | undefined; isCut: boolean };

/** Leaves items out from the end of the list, never parts of one. undefined if not even one fits, or there is no list. */
function fit({ members, list }: Rendered): Fitted | undefined {
  const json = JSON.stringify(members);
  const all = list === undefined ? undefined : (members[list] as unknown[]);
  if (estimateTokens(json) <= maxTokens) return { json, count: all?.length, isCut: false };
  if (list === undefined || !all) return undefined;
  let left = maxTokens - estimateTokens(JSON.stringify({ ...members, [list]: [] }));
  let count = 0;
  for (const item of all) {
    left -= estimateTokens(JSON.stringify(item)) + 1;
    if (left < 0) break;
    count += 1;
  }
  if (count === 0) return undefined;
  return { json: JSON.stringify({ ...members, [list]: all.slice(0, count) }), count, isCut: true };
}

/** An upper estimate: tokenizers of bytes never make more tokens of a character than it has bytes. */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return bytes / charactersPerToken;
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x80) ascii += 1;
  return ascii / charactersPerToken + (bytes - ascii);
}

// What an agent should do after an error, by its code. The problem's own detail says what was wrong.

const fixArguments =
  'Change the arguments as the detail says, and call the tool again. In place of GET /meta, list_taxonomy lists the values of labels.';
const askOwner = 'Do not retry. Tell the user what is missing; the owner of the account can change it.';

const steps: Partial<Record<ErrorCode, string>> = {
  invalid_request: fixArguments,
  invalid_parameter: fixArguments,
  invalid_body: fixArguments,
  invalid_cursor: 'Call the tool with the arguments that the cursor came from, or without a cursor.',
  not_found: 'Check the id: search_hooks lists hooks, list_collections collections.',
  conflict: 'Do not retry. Tell the user what the detail says.',
  gone: 'This hook was retired. Use search_hooks to find another one.',
  quota_exceeded: 'Do not retry before retry_after_seconds. Tell the user that the calls of this plan are used up.',
  quota_unavailable: 'Retry after retry_after_seconds.',
  rate_limited: 'Wait retry_after_seconds, then send fewer requests.',
  plan_required: askOwner,
  scope_required: askOwner,
  address_not_allowed: askOwner,
  account_suspended: askOwner,
  unavailable: 'Retry after retry_after_seconds, at most three times.',
};

function whatToDo(code: ErrorCode): string {
  return steps[code] ?? 'Retry once. If it fails again, tell the user, with the request_id.';
}
