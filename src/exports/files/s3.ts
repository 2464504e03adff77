// Export files as objects in a bucket of S3 or a compatible store. Only this file imports the SDK; it is loaded on use.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import * as s3 from '@aws-sdk/client-s3';
import type { ExportLocation } from '../../config/values.ts';
import {
  type ExportFiles,
  exportIdOf,
  type FileDigest,
  fileNameOf,
  gzipNameOf,
  isGzipName,
  listFiles,
  partSuffix,
  StoreUnavailableError,
} from './files.ts';

type Bucket = Extract<ExportLocation, { kind: 's3' }>;

/** Size limit of PutObject. */
const maxObjectBytes = 5 * 2 ** 30;

const connectMs = 3000;
/** Timeout until the head of a response. */
const responseMs = 5000;
/** Timeout without a byte transferred. Longer than clients pause a download. */
const idleMs = 60_000;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Files are written to the local directory `drafts`, then uploaded. */
export function openS3Files({ bucket: Bucket, prefix, customEndpoint }: Bucket, drafts: string): ExportFiles {
  // A download keeps its connection for as long as its client reads, and must not block other requests.
  const agent = { maxSockets: Number.POSITIVE_INFINITY };
  const client = new s3.S3Client({
    // Self-hosted stores seldom have a host name per bucket.
    ...(customEndpoint ? { ...customEndpoint, forcePathStyle: true } : {}),
    // Few stores except Amazon's support checksums in trailers. The signed hash protects the upload too.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
    logger: silent,
  });
  const draftOf = (file: string) => join(drafts, file + partSuffix);
  const at = (file: string) => ({ Bucket, Key: prefix + file });

  async function check(): Promise<void> {
    // No object has this prefix, so the response is short.
    const noObject = { Prefix: `${prefix}.check`, MaxKeys: 1 };
    await explained(client.send(new s3.ListObjectsV2Command({ Bucket, ...noObject })));
  }

  async function upload(file: string, { sizeBytes, sha256 }: FileDigest, signal: AbortSignal): Promise<void> {
    if (sizeBytes > maxObjectBytes)
      throw Object.assign(new Error('The file has more than 5 GB.'), { name: 'EntityTooLarge' });
    const body = createReadStream(draftOf(file));
    const failing = new AbortController();
    body.on('error', (error) => failing.abort(error));
    const put = new s3.PutObjectCommand({ ...at(file), Body: body, ContentLength: sizeBytes });
    // Without this header the bytes are not signed, and the store could not detect changes in transit.
    put.middlewareStack.add((next) => (args) => next(withHeader(args, 'x-amz-content-sha256', sha256)), {
      step: 'build',
    });
    try {
      // The upload has no time limit while bytes are transferred.
      const options = { abortSignal: AbortSignal.any([signal, failing.signal]), requestTimeout: 0 };
      await explained(client.send(put, options));
    } catch (error) {
      // The object may exist if only the response was lost. If this fails too, a sweep removes it.
      await client.send(new s3.DeleteObjectCommand(at(file))).catch(() => {});
      throw failing.signal.aborted ? failing.signal.reason : error;
    } finally {
      body.destroy();
    }
  }

  async function removeDrafts(file: string): Promise<void> {
    for (const name of [file, gzipNameOf(file)]) await rm(draftOf(name), { force: true });
  }

  async function remove(file: string): Promise<void> {
    await removeDrafts(file);
    for (const name of [file, gzipNameOf(file)]) await explained(client.send(new s3.DeleteObjectCommand(at(name))));
  }

  async function* objects(): AsyncGenerator<{ name: string; bytes: number }> {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix });
    for (;;) {
      const { done, value } = await explained(pages.next());
      if (done) return;
      for (const { Key = '', Size = 0 } of value.Contents ?? []) {
        const name = Key.slice(prefix.length);
        if (exportIdOf(fileNameOf(name)) !== undefined) yield { name, bytes: Size };
      }
    }
  }

  return {
    location: `s3://${Bucket}/${prefix}`,
    check,
    put: async (file, write, signal) => {
      try {
        // Checked first, since an outage of the store would waste the work.
        await check();
        const gzipName = gzipNameOf(file);
        const written = await write({ file: draftOf(file), gzip: draftOf(gzipName) });
        // If the second upload fails, a sweep removes the object of the first.
        if (written.gzip) await upload(gzipName, written.gzip, signal);
        await upload(file, written, signal);
        return written;
      } finally {
        await removeDrafts(file);
      }
    },
    has: async (file) => (await found(client.send(new s3.HeadObjectCommand(at(file))))) !== undefined,
    open: async (file, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const object = await found(client.send(new s3.GetObjectCommand({ ...at(file), Range })));
      return object?.Body as Readable | undefined;
    },
    remove,
    list: async () => {
      const files = new Set(await listFiles(drafts));
      for await (const { name } of objects()) files.add(fileNameOf(name));
      return [...files];
    },
    size: async () => {
      const size = { files: 0, bytes: 0 };
      for await (const { name, bytes } of objects()) {
        if (!isGzipName(name)) size.files++;
        size.bytes += bytes;
      }
      return size;
    },
    close: () => client.destroy(),
  };
}

function withHeader<A extends { request: unknown }>(args: A, name: string, value: string): A {
  (args.request as { headers: Record<string, string> }).headers[name] = value;
  return args;
}

async function explained<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw explain(error as Error);
  }
}

/** Resolves to undefined if the object does not exist. */
async function found<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    // A HEAD response has no body with a more specific code.
    if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return undefined;
    throw explain(error as Error);
  }
}

/** Errors that a retry or new SDK credentials can fix. */
const transientNames = ['RequestTimeout', 'RequestTimeTooSkewed', 'ExpiredToken', 'TokenRefreshRequired'];

const credentials = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const advice: Readonly<Record<string, string>> = {
  CredentialsProviderError: `No credentials. Set ${credentials}.`,
  InvalidAccessKeyId: `Unknown credentials. Set ${credentials}.`,
  SignatureDoesNotMatch: `The secret does not match the key. Set ${credentials}.`,
  AccessDenied:
    'The credentials lack permissions. They need s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for its objects.',
  NoSuchBucket: 'The bucket does not exist. Create it, or configure another one.',
  PermanentRedirect: 'The bucket is in another region. Set AWS_REGION.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Set AWS_REGION.',
};

function explain(error: Error): Error {
  const { name, message, $metadata: { httpStatusCode: status } = {} } = error as Partial<s3.S3ServiceException>;
  if (name === 'AbortError') return error;
  if (message === 'Region is missing') return new Error('No region. Set AWS_REGION.', { cause: error });
  const isRefused = name === 'CredentialsProviderError' || (status !== undefined && status < 500 && status !== 429);
  if (!isRefused || transientNames.includes(name ?? ''))
    return new StoreUnavailableError(`The store failed: ${message || name}`, { cause: error });
  const explanation = advice[name ?? ''] ?? (status === 403 ? advice.AccessDenied : undefined);
  return explanation === undefined ? error : Object.assign(new Error(explanation, { cause: error }), { name });
}
