// Calls a tool: its endpoint through the pipeline, and the response as the result that agents read.
import type { IncomingMessage } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { KeyCaller } from '../../../accounts/caller.ts';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { type ErrorCode, fail } from '../../../lib/errors.ts';
import { policyOf } from '../../../quota/lease.ts';
import { type TaxonomySet, taxonomy } from '../../../taxonomy/taxonomy.ts';
import type { CallerEndpoint } from '../../pipeline/endpoint.ts';
import type { Call, Called, Pipeline } from '../../pipeline/pipeline.ts';
import { fromByteString } from '../../pipeline/records.ts';
import type { FlatHeaders } from '../../pipeline/response.ts';
import { type Arguments, type Rendered, type ResponseFormat, type Route, type Tool, untrustedNote } from './tool.ts';

export type CallTool = (
  tool: Tool,
  req: IncomingMessage,
  caller: KeyCaller,
  args: Arguments,
) => Promise<CallToolResult>;

type ToolDeps = { tools: readonly Tool[]; pipeline: Pipeline; catalog: () => Catalog };

type Calls = { counted: Call; free: Call };
/** Members of a result, in addition to the members that every result has. */
type Members = Record<string, unknown>;

export function createToolCaller({ tools, pipeline, catalog }: ToolDeps): CallTool {
  const callsOf = new Map<Route, Calls>();
  for (const route of tools.flatMap(({ routes }) => routes)) callsOf.set(route, createCalls(pipeline, route));

  return async (tool, req, caller, sent) => {
    const args = tool.complete?.(sent) ?? sent;
    const format: ResponseFormat = args.response_format === 'detailed' ? 'detailed' : 'concise';
    const calls = callsOf.get(tool.routeOf(args, format)) as Calls;
    const { version } = catalog().snapshot;
    const { called, given } = await follow(calls.counted, req, caller, args);
    const isError = called.response.status !== 200;
    const repeat = (limited: Arguments) => calls.free(req, targetOf(limited), caller);
    const members = isError
      ? { error: errorOf(called) }
      : withNext(tool, await render(tool, format, given, called, repeat));
    const quota = called.windows.map((window) => ({
      ...{ window: policyOf(window), limit: window.limit, remaining: window.remaining },
      resets_at: new Date(window.resetsAt).toISOString(),
    }));
    const structuredContent = { note: untrustedNote, catalog_version: version, quota, ...members };
    const text = JSON.stringify(structuredContent);
    return { content: [{ type: 'text', text }], structuredContent, ...(isError && { isError }) };
  };
}

function withNext({ next, nextIfEmpty }: Tool, members: Members): Members {
  const step = Array.isArray(members.hooks) && members.hooks.length === 0 ? nextIfEmpty : next;
  return step === undefined ? members : { ...members, next: step };
}

/** `free` repeats a call that was counted. */
function createCalls(pipeline: Pipeline, { endpoint, toTarget }: Route): Calls {
  // Arguments are converted inside the handler, so that the pipeline counts and refunds calls with invalid arguments.
  const adapted = {
    ...endpoint,
    via: 'mcp' as const,
    urlOf: (body: unknown) => toTarget(body as Arguments).url,
    // The headers of the request apply to the tool's result, not to the endpoint's response.
    handle: (request: Parameters<typeof endpoint.handle>[0]) =>
      endpoint.handle({ ...request, ...toTarget(request.body as Arguments), headers: {} }),
  };
  return { counted: pipeline.call(adapted), free: pipeline.call({ ...adapted, isCounted: false, isLogged: false }) };
}

function targetOf(args: Arguments) {
  return { url: '/mcp', path: '/mcp', query: '', params: {}, body: args };
}

/** Follows redirects of merged hooks, which are not counted. */
async function follow(call: Call, req: IncomingMessage, caller: KeyCaller, args: Arguments) {
  let given = args;
  let called = await call(req, targetOf(given), caller);
  for (let hops = 0; called.response.status === 308 && hops < maxHops; hops++) {
    given = { ...args, id: bodyOfResponse(called).data.merged_into };
    called = await call(req, targetOf(given), caller);
  }
  return { called, given };
}
const maxHops = 3;

// biome-ignore lint/suspicious/noExplicitAny: the body of a response, whose schema is that of its endpoint
function bodyOfResponse({ response }: Called): any {
  return JSON.parse(fromByteString(response.body));
}

async function render(
  tool: Tool,
  format: ResponseFormat,
  args: Arguments,
  called: Called,
  repeat: (args: Arguments) => Promise<Called>,
): Promise<Members> {
  const body = bodyOfResponse(called);
  const fitted = fit(tool.render(body, format, args));
  if (!fitted) return shorten(tool.render(body, 'concise', args));
  const { members, shown } = fitted;
  if (shown === undefined) return members;
  const truncated = `Contains only the first ${shown}; the full result would be too long.`;
  const instead = format === 'detailed' ? 'More fit with response_format concise.' : 'Request fewer, or add filters.';
  if (!tool.isPaged) return { ...members, truncated: `${truncated} ${instead}` };
  // The cursor of the whole page would skip the items that were left out.
  const shorter = fit(tool.render(bodyOfResponse(await repeat({ ...args, limit: shown })), format, args));
  return { ...(shorter ?? fitted).members, truncated: `${truncated} Continue with next_cursor.` };
}

/** Used for a result without a list, or whose first item is too long. */
function shorten(rendered: Rendered): Members {
  const { members, list } = rendered;
  const short = fit(rendered)?.members ?? { ...members, ...(list && { [list]: [] }) };
  return { ...short, truncated: 'The detailed result would be too long, so this is the concise result.' };
}

function errorOf(called: Called): Members {
  const { code, status, detail, required_plan, required_scope, errors, type } = bodyOfResponse(called);
  const retryAfter = headerOf(called.response.headers, 'retry-after');
  return {
    ...{ code, status, detail, what_to_do: whatToDo(code) },
    ...(retryAfter === undefined ? {} : { retry_after_seconds: Number(retryAfter) }),
    ...{ required_plan, required_scope, errors, docs: type, request_id: called.requestId },
  };
}

function headerOf(headers: FlatHeaders, name: string): string | undefined {
  const at = headers.indexOf(name);
  return at < 0 ? undefined : headers[at + 1];
}

// Arguments of tools: their schemas, taken from endpoints, and their conversion to requests.

export const sets = Object.keys(taxonomy) as [TaxonomySet, ...TaxonomySet[]];

/** Lists the values of a label, so that agents need not guess them. */
export function labelArgument(set: TaxonomySet) {
  return z.array(labelValue(set)).optional().meta({ description: 'Any of these' });
}

function labelValue(set: TaxonomySet) {
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

/** Removes an empty text, since agents fill arguments that they do not use with empty texts. */
export function withoutText({ text, ...args }: Arguments): Arguments {
  if (text) fail('invalid_parameter', 'Send `text` or `id`, one of the two.');
  return args;
}

/** Leaves out an empty note and empty tags, since an empty text in the API removes the note. */
export function toSaved({ note, tags, ...args }: Arguments): Arguments {
  const isEmpty = Array.isArray(tags) && tags.length === 0;
  return { ...byCollection(args), note: note === '' ? undefined : note, tags: isEmpty ? undefined : tags };
}

/** An argument replaces the filter of the same name. */
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
  if (!(body instanceof z.ZodObject)) throw new Error('The body of this endpoint is not an object.');
  return body.shape;
}

/** Short descriptions for agents, which pay for each word. The API's descriptions have more detail. */
const brief: Readonly<Record<string, string>> = {
  q: 'Words; "a phrase"; -word excludes',
  match: 'How q matches. Default both',
  added_since: 'ISO 8601',
  published_since: 'ISO 8601',
  collection: 'Ids from list_collections',
  distinct: 'text: one hook per text',
  sort: 'Default -views, with q relevance',
  limit: 'Default 20',
  person: 'Grammatical person',
  topic: 'Short for slots.topic',
  id: 'Hook id instead of template',
  seed: 'The same seed draws the same hooks',
  variants: 'More lines from a language model, each checked. Counts as 10 calls',
  cursor: 'next_cursor of the previous page',
};

export function pick(shape: z.ZodRawShape, names: readonly string[]): z.ZodRawShape {
  return Object.fromEntries(
    names.map((name) => {
      const type = shape[name] as z.ZodType | undefined;
      if (!type) throw new Error(`The endpoint has no parameter ${name}.`);
      const description = brief[name];
      return [name, description === undefined ? type : type.meta({ description })];
    }),
  );
}

// Results stay short enough for every client: the strictest cuts them at 25,000 tokens, and counts both copies of a result.

/** Limit of one of the two copies. No text has more tokens than bytes. */
const maxTokens = 12_000;
/** Low estimate: JSON has three to four in most tokenizers. */
const charactersPerToken = 2.5;

/** `shown` is the number of remaining items, if some are left out. */
type Fitted = { members: Members; shown?: number };

/** Leaves whole items out from the end of the list. Returns undefined if not even one fits, or the result has no list. */
function fit({ members, list }: Rendered): Fitted | undefined {
  if (estimateTokens(JSON.stringify(members)) <= maxTokens) return { members };
  if (list === undefined) return undefined;
  const items = members[list] as unknown[];
  let left = maxTokens - estimateTokens(JSON.stringify({ ...members, [list]: [] }));
  let shown = 0;
  for (const item of items) {
    left -= estimateTokens(JSON.stringify(item)) + 1;
    if (left < 0) break;
    shown += 1;
  }
  return shown === 0 ? undefined : { members: { ...members, [list]: items.slice(0, shown) }, shown };
}

/** An upper estimate: tokenizers of bytes never make more tokens of a character than it has bytes. */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return bytes / charactersPerToken;
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 0x80) ascii += 1;
  return ascii / charactersPerToken + (bytes - ascii);
}

// What an agent should do after an error, by its code. The cause is in the problem's `detail`.

const fixArguments =
  'Change the arguments as described in detail, and call the tool again. Use list_taxonomy instead of GET /meta to list the values of labels.';
const askOwner = 'Do not retry. Tell the user what is missing; the owner of the account can change it.';

const steps: Partial<Record<ErrorCode, string>> = {
  invalid_request: fixArguments,
  invalid_parameter: fixArguments,
  invalid_body: fixArguments,
  invalid_cursor: 'Call the tool with the arguments that the cursor came from, or without a cursor.',
  not_found: 'Check the id: search_hooks lists hooks, list_collections collections.',
  conflict: 'Do not retry. Show the detail to the user.',
  gone: 'This hook was retired. Use search_hooks to find another one.',
  quota_exceeded:
    'Do not retry before retry_after_seconds. Tell the user whose calls are used up, as described in detail.',
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
