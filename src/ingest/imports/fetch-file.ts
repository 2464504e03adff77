// A file from the web, one of the two places with outgoing HTTP: conditional, from public addresses only, with limits of size,
// time and redirects. The stream throws where the file does not arrive whole.
import { Agent, type Dispatcher } from 'undici';
import { notPublic, targetUrlError } from '../../net/address.ts';
import { describeFailure, guardedConnector, isTimeout, TargetRefusedError } from '../../net/connect.ts';
import { type Resolve, resolveByDns } from '../../net/resolve.ts';
import type { InputFile } from './input-files.ts';

/** What a server said of the file, to be asked whether it still is the same. */
export type Validators = { etag: string | null; lastModified: string | null };

type FetchLimits = {
  connectMs: number;
  firstByteMs: number;
  /** Without a single byte. */
  stallMs: number;
  wholeMs: number;
  /** As it is sent, which is compressed where the server compresses. */
  maxBytes: number;
};

export type FetchOptions = { allowPrivate: boolean; limits?: Partial<FetchLimits>; resolve?: Resolve };

export type Fetched = { close: () => Promise<void> } & (
  | { kind: 'unchanged' }
  | { kind: 'file'; file: InputFile; validators: Validators }
);

const defaultLimits: FetchLimits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  stallMs: 60_000,
  wholeMs: 3_600_000,
  maxBytes: 2 * 1024 ** 3,
};
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Longer ones are not worth keeping. */
const maxValidatorLength = 1000;

class FetchFailed extends Error {}
class TookTooLong extends Error {}

/** Resolves when the file begins to arrive. Rejects with a sentence that says what is wrong where it does not. */
export async function fetchFile(url: string, known: Validators, options: FetchOptions): Promise<Fetched> {
  const { allowPrivate, resolve = resolveByDns } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { connectMs, firstByteMs, stallMs, wholeMs } = limits;
  const agent = new Agent({
    // Whether an answer is whole can be told from its headers in HTTP/1.1.
    connect: guardedConnector({ allowPrivate, timeoutMs: connectMs, resolve, allowH2: false }),
    headersTimeout: firstByteMs,
    bodyTimeout: stallMs,
    maxHeaderSize: 64 * 1024,
  });
  const late = new AbortController();
  const deadline = setTimeout(() => late.abort(new TookTooLong()), wholeMs);
  const close = async () => {
    clearTimeout(deadline);
    await agent.destroy();
  };
  const attempt = { agent, known, limits, signal: late.signal, allowPrivate };
  try {
    const { url: last, answer } = await follow(new URL(url), attempt);
    if (answer.statusCode === 304) {
      await close();
      return { kind: 'unchanged', close };
    }
    const file = { name: nameOf(last), size: undefined, open: () => limited(last, answer, limits) };
    return { kind: 'file', file, validators: validatorsOf(answer), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Attempt = {
  agent: Agent;
  known: Validators;
  limits: FetchLimits;
  signal: AbortSignal;
  allowPrivate: boolean;
};

/** Goes where redirects lead, looking at every address first. */
async function follow(first: URL, attempt: Attempt): Promise<{ url: URL; answer: Dispatcher.ResponseData }> {
  const isKnown = attempt.known.etag !== null || attempt.known.lastModified !== null;
  let url = first;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const fault = targetUrlError(url.href, { field: 'location', allowPrivate: attempt.allowPrivate });
    if (fault)
      throw new FetchFailed(hop === 0 ? fault : `${first.host} redirects to an address that is refused: ${fault}`);
    const answer = await ask(url, attempt);
    const { statusCode } = answer;
    if (statusCode === 200) {
      refuseUnbounded(url, answer, attempt.limits);
      return { url, answer };
    }
    answer.body.on('error', () => {});
    answer.body.destroy();
    if (statusCode === 304 && isKnown) return { url, answer };
    if (!redirects.has(statusCode)) throw new FetchFailed(`${url.host} answered ${statusCode}.`);
    url = redirected(url, headerOf(answer, 'location'));
  }
  throw new FetchFailed(`${first.host} redirects more than ${maxRedirects} times.`);
}

function redirected(from: URL, target: string | undefined): URL {
  const to = target === undefined ? null : URL.parse(target, from);
  if (!to) throw new FetchFailed(`${from.host} redirects to no address.`);
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new FetchFailed(`${from.host} redirects from https to ${to.protocol.slice(0, -1)}, which is refused.`);
  to.hash = '';
  return to;
}

async function ask(url: URL, { agent, known, limits, signal }: Attempt): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = url;
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'gzip', 'user-agent': 'Hookline' };
  if (known.etag !== null) headers['if-none-match'] = known.etag;
  if (known.lastModified !== null) headers['if-modified-since'] = known.lastModified;
  try {
    return await agent.request({ origin, path: pathname + search, method: 'GET', headers, signal });
  } catch (error) {
    throw explain(url, error, limits, `no answer within ${seconds(limits.firstByteMs)}`);
  }
}

/** An answer that only ends with its connection could be cut without anybody noticing. */
function refuseUnbounded(url: URL, answer: Dispatcher.ResponseData, { maxBytes }: FetchLimits): void {
  const length = headerOf(answer, 'content-length');
  const coding = headerOf(answer, 'content-encoding')?.toLowerCase() ?? 'identity';
  let fault: string | undefined;
  if (length === undefined && headerOf(answer, 'transfer-encoding') === undefined)
    fault = 'does not say where the file ends, so that a cut one could not be told from a whole one.';
  else if (Number(length) > maxBytes) fault = tooLarge(maxBytes);
  else if (!['identity', 'gzip', 'x-gzip'].includes(coding))
    fault = `sends the file as ${coding}, which was not asked for.`;
  if (fault === undefined) return;
  answer.body.on('error', () => {});
  answer.body.destroy();
  throw new FetchFailed(`${url.host} ${fault}`);
}

async function* limited(url: URL, { body }: Dispatcher.ResponseData, limits: FetchLimits): AsyncGenerator<Uint8Array> {
  const { maxBytes, stallMs } = limits;
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.length;
      if (received > maxBytes) throw new FetchFailed(`${url.host} ${tooLarge(maxBytes)}`);
      yield chunk;
    }
  } catch (error) {
    const onClose = 'the connection closed before the end of the file';
    throw explain(url, error, limits, `nothing more came within ${seconds(stallMs)}`, onClose);
  }
}

/** `onTimeout`, `onClose`: what such an error means here. */
function explain(
  url: URL,
  error: unknown,
  { wholeMs }: FetchLimits,
  onTimeout: string,
  onClose = describeFailure(error),
): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (error instanceof TargetRefusedError) return new FetchFailed(notPublic('location'));
  if (error instanceof TookTooLong)
    return new FetchFailed(`${url.host}: the file did not arrive within ${seconds(wholeMs)}.`);
  return new FetchFailed(`${url.host}: ${isTimeout(error) ? onTimeout : onClose}.`, { cause: error });
}

function tooLarge(maxBytes: number): string {
  return `sends more than ${maxBytes >= 1024 ** 2 ? `${maxBytes / 1024 ** 2} MiB` : `${maxBytes} bytes`}.`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

function validatorsOf(answer: Dispatcher.ResponseData): Validators {
  const kept = (name: string) => {
    const value = headerOf(answer, name);
    return value !== undefined && value.length <= maxValidatorLength ? value : null;
  };
  return { etag: kept('etag'), lastModified: kept('last-modified') };
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  return [headers[name]].flat()[0];
}

/** Its ending may tell the format. */
function nameOf({ pathname, host }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || host;
  } catch {
    return last;
  }
}
