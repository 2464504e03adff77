// Collects a JSON API page by page. Each page is a step, so an interrupted walk continues at the next.
import { redactSecrets } from '../../../secrets/secret.ts';
import { type CollectContext, CollectionPaused, type Collector, LocationError, type Step } from '../collector.ts';
import {
  describeStatus,
  type FilledRequest,
  fillRequest,
  isSuccess,
  type JsonResponse,
  requestJson,
} from '../request.ts';
import type { Parameter } from './counted-parameter.ts';
import {
  firstPage,
  type NextPage,
  nextPage,
  type Page,
  parsePage,
  recordsOf,
  resumeWalk,
  shortHash,
  type Walk,
} from './walk.ts';

const maxPages = 100;
const defaultPauseMs = 15 * 60_000;
const maxPauseMs = 24 * 3_600_000;

/** A finished walk whose records await their import is not repeated. */
export const collectPages: Collector = async function* (location, context) {
  const { request, secrets, mapping, maxRecords, notify } = context;
  const settings = { location, ...request, ...mapping };
  let walk = resumeWalk(context.state, settings, firstPage(request));
  while (walk.next !== null) {
    const filled = fillRequest(request, secrets, new Date(walk.begunAt));
    const page = await askPage(location, walk.next, filled, context);
    const step = toStep(walk, page, recordsOf(page.document, mapping), request);
    yield step;
    walk = step.state.walk;
    if (maxRecords !== null && walk.records >= maxRecords) return;
  }
  if (walk.problem !== null) notify(walk.problem.message, walk.problem.remedy);
};

type PageAnswer = Omit<Page, 'records'>;

/** Errors contain no secret value, even if the API repeats it. */
async function askPage(
  location: string,
  next: NextPage,
  filled: FilledRequest,
  { secrets, allowPrivate, signal }: CollectContext,
): Promise<PageAnswer> {
  const { url, body } = addressOf(location, next, filled);
  const { method, headers, secretNames } = filled;
  const response = await requestJson({
    url,
    method,
    headers,
    ...(body === undefined ? {} : { body }),
    allowPrivate,
    signal,
  });
  if (!isSuccess(response.status)) throwStatus(url, response, secretNames, secrets);
  const document = parsePage(url.host, response.text);
  return { url, text: response.text, document, link: response.headers.link };
}

function throwStatus(
  url: URL,
  { status, text, headers }: JsonResponse,
  secretNames: readonly string[],
  secrets: ReadonlyMap<string, string>,
): never {
  // Secrets are redacted before the message is cut, since the cut could leave a part of one.
  const redacted = redactSecrets(text, secrets);
  const target = headers.location && redactSecrets(headers.location, secrets);
  const { message, remedy } = describeStatus(url, { status, text: redacted, location: target }, secretNames);
  if (status !== 429) throw new LocationError(message, remedy);
  const askedMs = Number(headers['retry-after'] ?? Number.NaN) * 1000;
  const waitMs = askedMs > 0 ? Math.min(askedMs, maxPauseMs) : defaultPauseMs;
  throw new CollectionPaused(message, new Date(Date.now() + waitMs), remedy);
}

function addressOf(location: string, next: NextPage, { method, body }: FilledRequest): { url: URL; body?: string } {
  const url = new URL('url' in next ? next.url : location);
  url.hash = '';
  if (method === 'GET') {
    if ('parameters' in next) for (const { name, value } of next.parameters) url.searchParams.set(name, value);
    return { url };
  }
  return { url, body: 'parameters' in next ? withMembers(body ?? '', next.parameters) : (body ?? '') };
}

/** Numbers keep the digits they are written with. */
function withMembers(body: string, parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return body;
  const members = JSON.parse(body, (_key, value, context?: { source: string }) =>
    typeof value === 'number' && context !== undefined ? rawJson(context.source) : value,
  );
  for (const { name, value, isNumber } of parameters) members[name] = isNumber ? rawJson(value) : value;
  return JSON.stringify(members);
}

/** `JSON.rawJSON` is part of ECMAScript 2026; the types of TypeScript do not have it yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (source: string) => unknown };

function toStep(
  walk: Walk,
  answer: PageAnswer,
  read: readonly string[],
  request: CollectContext['request'],
): Step & { state: { walk: Walk } } {
  const number = walk.pages + 1;
  const seen = { ...walk.seen };
  // Only the records are compared, since the rest of a page changes, such as the request id.
  const repeated = read.length > 0 ? remember(seen, read.join('\n'), number) : undefined;
  const records = repeated === undefined ? read : [];
  const ended =
    repeated === undefined
      ? findNext({ ...answer, records: records.length }, request, number, seen)
      : { next: null, problem: repeatedPage(number, repeated, request) };
  const state = { ...walk, ...ended, at: new Date().toISOString(), pages: number, seen };
  return {
    records: records.map((record, index) => ({
      id: `page-${number}-${index}`,
      state: 'waiting',
      record,
      views: null,
      publishedAt: null,
    })),
    state: { walk: { ...state, records: walk.records + records.length } },
    // Pending records of an earlier walk are older.
    startsOver: number === 1,
  };
}

function findNext(
  page: Page,
  request: CollectContext['request'],
  number: number,
  seen: Record<string, number>,
): Pick<Walk, 'next' | 'problem'> {
  try {
    const next = nextPage(page, request, number);
    if (next === null) return { next, problem: null };
    if (number >= maxPages) return { next: null, problem: tooManyPages };
    const repeated = remember(seen, JSON.stringify(next), number);
    return repeated === undefined ? { next, problem: null } : { next: null, problem: repeatedCursor(repeated) };
  } catch (error) {
    if (!(error instanceof LocationError)) throw error;
    return { next: null, problem: { message: error.message, remedy: error.remedy } };
  }
}

/** Returns the number of the earlier page that had the same text. */
function remember(seen: Record<string, number>, text: string, number: number): number | undefined {
  const hash = shortHash(text);
  const earlier = seen[hash];
  seen[hash] ??= number;
  return earlier;
}

type Problem = NonNullable<Walk['problem']>;

const tooManyPages: Problem = {
  message: `Only the first ${maxPages} pages were read.`,
  remedy: 'Request larger pages, such as with limit=1000 in the location, or split the location into several sources.',
};

function repeatedPage(number: number, earlier: number, { page }: CollectContext['request']): Problem {
  const remedy =
    page === undefined
      ? 'Check --next and --next-as: the API ignores the cursor.'
      : `Check --page: the API ignores ${page}.`;
  return { message: `Page ${number} is the same as page ${earlier}.`, remedy };
}

function repeatedCursor(earlier: number): Problem {
  return {
    message: `Page ${earlier} has the same next page, so the pages would never end.`,
    remedy: 'Check --next and --next-as.',
  };
}
