// Downloads a file over HTTP: conditionally, from public addresses only, with limits of size, time and redirects. The stream throws
// unless the file arrives completely.
import { Agent, type Dispatcher } from 'undici';
import { notPublic, targetUrlError } from '../../net/address.ts';
import { describeFailure, guardedConnector, isTimeout, TargetRefusedError } from '../../net/connect.ts';
import { createResolve, type Resolve } from '../../net/resolve.ts';
import { describeStatus, type FilledRequest, isSuccess } from '../collect/request.ts';
import type { InputFile } from '../imports/input-files.ts';

/** Validators of a response, for the next conditional request. */
export type Validators = { etag: string | null; lastModified: string | null };

type FetchLimits = {
  connectMs: number;
  firstByteMs: number;
  /** Time without a byte. */
  stallMs: number;
  totalMs: number;
  /** Limit of the transferred bytes, which may be compressed. */
  maxBytes: number;
};

export type FetchOptions = {
  allowPrivate: boolean;
  limits?: Partial<FetchLimits>;
  resolve?: Resolve;
  /** Default GET. The headers and the body are sent to the origin of the URL only, not to redirect targets. */
  request?: FilledRequest;
};

type Fetched = { close: () => Promise<void> } & (
  | { kind: 'unchanged' }
  | { kind: 'file'; file: InputFile; validators: Validators }
);

const defaultLimits: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  stallMs: 60_000,
  totalMs: 3_600_000,
  maxBytes: 2 * 1024 ** 3,
};
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Longer validators are ignored. */
const maxValidatorLength = 1000;

class FetchError extends Error {}
class DeadlineError extends Error {}

/** Resolves when the file begins to arrive. Rejects with a message for the operator. */
export async function fetchFile(url: string, validators: Validators, options: FetchOptions): Promise<Fetched> {
  const { allowPrivate, resolve = createResolve(options), request: filled = plainRequest } = options;
  // An API may take long to produce the file.
  const limits = {
    ...defaultLimits,
    ...(filled.body === undefined ? {} : { firstByteMs: 330_000 }),
    ...options.limits,
  };
  const { connectMs, firstByteMs, stallMs, totalMs } = limits;
  const agent = new Agent({
    // HTTP/1.1 only: its headers show whether the end of a response can be detected.
    connect: guardedConnector({ allowPrivate, timeoutMs: connectMs, resolve, allowH2: false }),
    headersTimeout: firstByteMs,
    bodyTimeout: stallMs,
    maxHeaderSize: 64 * 1024,
  });
  const abort = new AbortController();
  const deadline = setTimeout(() => abort.abort(new DeadlineError()), totalMs);
  const close = async () => {
    clearTimeout(deadline);
    await agent.destroy();
  };
  const attempt = { agent, validators, limits, signal: abort.signal, allowPrivate };
  try {
    const { url: last, response } = await followRedirects(downloadUrlOf(new URL(url)), attempt, filled);
    if (response.statusCode === 304) {
      await close();
      return { kind: 'unchanged', close };
    }
    const file = { name: nameOf(last), size: undefined, open: () => readLimited(last, response, limits) };
    return { kind: 'file', file, validators: validatorsOf(response), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Attempt = {
  agent: Agent;
  validators: Validators;
  limits: FetchLimits;
  signal: AbortSignal;
  allowPrivate: boolean;
};

const plainRequest: FilledRequest = { method: 'GET', headers: {}, body: undefined, secretNames: [] };

/** Follows redirects, checking every URL first. */
async function followRedirects(
  first: URL,
  attempt: Attempt,
  filled: FilledRequest,
): Promise<{ url: URL; response: Dispatcher.ResponseData }> {
  const isConditional = attempt.validators.etag !== null || attempt.validators.lastModified !== null;
  let url = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const problem = targetUrlError(url.href, { field: 'location', allowPrivate: attempt.allowPrivate });
    if (problem)
      throw new FetchError(hop === 0 ? problem : `${first.host} redirects to a URL that is not allowed: ${problem}`);
    const response = await request(url, attempt, url.origin === first.origin ? filled : plainRequest);
    const { statusCode } = response;
    const sharingProblem = findSharingProblem(first, statusCode, headerOf(response, 'content-type'));
    if (sharingProblem !== undefined) {
      discard(response);
      throw new FetchError(sharingProblem);
    }
    if (isSuccess(statusCode)) {
      assertReadable(url, response, attempt.limits);
      return { url, response };
    }
    discard(response);
    if (statusCode === 304 && isConditional) return { url, response };
    if (!redirects.has(statusCode)) throw statusError(url, statusCode, filled);
    if (filled.method === 'POST')
      throw new FetchError(`${url.host} redirects a POST request. Set the location to the URL that the API documents.`);
    url = redirectTarget(url, headerOf(response, 'location'));
  }
  throw new FetchError(`${first.host} redirects more than ${maxRedirects} times.`);
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {});
  body.destroy();
}

function redirectTarget(from: URL, target: string | undefined): URL {
  const to = target === undefined ? null : URL.parse(target, from);
  if (!to) throw new FetchError(`${from.host} redirects to an invalid URL.`);
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new FetchError(`${from.host} redirects from https to ${to.protocol.slice(0, -1)}, which is not allowed.`);
  to.hash = '';
  return to;
}

async function request(
  url: URL,
  { agent, validators, limits, signal }: Attempt,
  { method, headers: given, body }: FilledRequest,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = url;
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'user-agent': 'Hookline',
    ...given,
  };
  if (validators.etag !== null) headers['if-none-match'] = validators.etag;
  if (validators.lastModified !== null) headers['if-modified-since'] = validators.lastModified;
  try {
    return await agent.request({ origin, path: pathname + search, method, headers, body: body ?? null, signal });
  } catch (error) {
    throw toFetchError(url, error, limits, `no response within ${seconds(limits.firstByteMs)}`);
  }
}

/** Omits the advice if the request sent no headers or body of the operator. */
function statusError(url: URL, status: number, { method, headers, secretNames }: FilledRequest): FetchError {
  const { message, remedy } = describeStatus(url, { status }, secretNames);
  const isPlain = method === 'GET' && Object.keys(headers).length === 0 && status !== 401 && status !== 403;
  return new FetchError(isPlain || remedy === null ? message : `${message} ${remedy}`);
}

/** Throws if the response cannot be read safely because of its size, its encoding or a missing end. */
function assertReadable(url: URL, response: Dispatcher.ResponseData, { maxBytes }: FetchLimits): void {
  const length = headerOf(response, 'content-length');
  const coding = headerOf(response, 'content-encoding')?.toLowerCase() ?? 'identity';
  let problem: string | undefined;
  // A response that ends with its connection could be truncated unnoticed.
  if (length === undefined && headerOf(response, 'transfer-encoding') === undefined)
    problem = 'sends neither Content-Length nor chunks, so a truncated file could not be detected.';
  else if (Number(length) > maxBytes) problem = tooLarge(maxBytes);
  else if (!['identity', 'gzip', 'x-gzip'].includes(coding))
    problem = `sends the Content-Encoding ${coding}, which is not supported.`;
  if (problem === undefined) return;
  discard(response);
  throw new FetchError(`${url.host} ${problem}`);
}

async function* readLimited(
  url: URL,
  { body }: Dispatcher.ResponseData,
  limits: FetchLimits,
): AsyncGenerator<Uint8Array> {
  const { maxBytes, stallMs } = limits;
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > maxBytes) throw new FetchError(`${url.host} ${tooLarge(maxBytes)}`);
      yield chunk;
    }
  } catch (error) {
    const onClose = 'the connection closed before the end of the file';
    throw toFetchError(url, error, limits, `no data for ${seconds(stallMs)}`, onClose);
  }
}

/** `onTimeout`, `onClose`: messages for these errors. */
function toFetchError(
  url: URL,
  error: unknown,
  { totalMs }: FetchLimits,
  onTimeout: string,
  onClose = describeFailure(error),
): FetchError {
  if (error instanceof FetchError) return error;
  if (error instanceof TargetRefusedError) return new FetchError(notPublic('location'));
  if (error instanceof DeadlineError)
    return new FetchError(`${url.host}: the file did not arrive within ${seconds(totalMs)}.`);
  return new FetchError(`${url.host}: ${isTimeout(error) ? onTimeout : onClose}.`, { cause: error });
}

function tooLarge(maxBytes: number): string {
  return `sends more than ${maxBytes >= 1024 ** 2 ? `${maxBytes / 1024 ** 2} MiB` : `${maxBytes} bytes`}.`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

function validatorsOf(response: Dispatcher.ResponseData): Validators {
  const validator = (name: string) => {
    const value = headerOf(response, name);
    return value !== undefined && value.length <= maxValidatorLength ? value : null;
  };
  return { etag: validator('etag'), lastModified: validator('last-modified') };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  return [headers[name]].flat()[0];
}

/** The extension of the name may determine the format. */
function nameOf({ pathname, host }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}

// Google Sheets: converts the link of a sheet, as copied from the browser, to the URL of its CSV.

const sheet = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(e\/)?([\w-]{10,})(?:\/(edit|view|preview|htmlview|pubhtml))?\/?$/;

function isGoogle(url: URL): boolean {
  return url.hostname === 'docs.google.com' && url.pathname.startsWith('/spreadsheets/');
}

/** Returns other URLs unchanged, including CSV links: `pub?output=csv`, `export?format=csv`. */
export function downloadUrlOf(url: URL): URL {
  const found = isGoogle(url) ? sheet.exec(url.pathname) : null;
  if (found === null) return url;
  const [, published = '', id] = found;
  const download = new URL(`/spreadsheets/d/${published}${id}/${published ? 'pub?output' : 'export?format'}=csv`, url);
  const gid = new URLSearchParams(url.hash.slice(1)).get('gid') ?? url.searchParams.get('gid');
  if (gid !== null) download.searchParams.set('gid', gid);
  return download;
}

/** The id of a sheet, since the last part of the path is the same for all sheets. */
export function sheetIdOf(url: URL): string | undefined {
  return isGoogle(url) ? /\/d\/(?:e\/)?([\w-]+)/.exec(url.pathname)?.[1] : undefined;
}

/** Advice for a sheet that responds with a page instead of its CSV, or undefined. */
export function findSharingProblem(
  url: URL,
  status: number,
  contentType: string | null | undefined,
): string | undefined {
  const isPage = status === 401 || status === 403 || (status === 200 && contentType?.startsWith('text/html'));
  if (!isGoogle(url) || !isPage) return undefined;
  return 'The Google sheet is not shared. In Google Sheets, choose Share, then General access: Anyone with the link. Then try again.';
}
