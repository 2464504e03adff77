// Files of exports as objects in a bucket, of S3 or a store that speaks like it. The only file that knows the SDK; loaded where it is used.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import * as s3 from '@aws-sdk/client-s3';
import type { ExportLocation } from '../../config/values.ts';
import { listFiles } from './directory.ts';
import { type ExportFiles, exportIdOf, partSuffix, StoreAway, type WrittenFile } from './files.ts';

type Bucket = Extract<ExportLocation, { kind: 's3' }>;

/** What one PutObject may carry. */
const maxObjectBytes = 5 * 2 ** 30;

const connectMs = 3000;
/** Until the head of an answer is there. */
const answerMs = 5000;
/** Without a byte moving. Longer than a reader of a download rests who goes on. */
const idleMs = 60_000;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Files are written into the directory `drafts` of this machine, then sent. */
export function openS3Files({ bucket: Bucket, prefix, customEndpoint }: Bucket, drafts: string): ExportFiles {
  // A download holds its connection as long as its reader takes, and must not keep others waiting.
  const agent = { maxSockets: Number.POSITIVE_INFINITY };
  const client = new s3.S3Client({
    // Stores of one's own seldom have a host name for each bucket.
    ...(customEndpoint ? { ...customEndpoint, forcePathStyle: true } : {}),
    // Checksums in trailers are known to few stores but Amazon's. The hash that is signed guards the upload as well.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
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
    // Nothing begins like this, so that the answer is short.
    const nothing = { Prefix: `${prefix}.check`, MaxKeys: 1 };
    await told(client.send(new s3.ListObjectsV2Command({ Bucket, ...nothing })));
  }

  async function upload(file: string, { sizeBytes, sha256 }: WrittenFile, signal: AbortSignal): Promise<void> {
    if (sizeBytes > maxObjectBytes)
      throw Object.assign(new Error('The file has more than 5 GB.'), { name: 'EntityTooLarge' });
    const body = createReadStream(draftOf(file));
    const failing = new AbortController();
    body.on('error', (error) => failing.abort(error));
    const put = new s3.PutObjectCommand({ ...at(file), Body: body, ContentLength: sizeBytes });
    // Without it the bytes are not signed, and a store could not tell that some were changed on their way.
    put.middlewareStack.add((next) => (args) => next(withHeader(args, 'x-amz-content-sha256', sha256)), {
      step: 'build',
    });
    try {
      // How long the bytes take is bounded by their moving only.
      const options = { abortSignal: AbortSignal.any([signal, failing.signal]), requestTimeout: 0 };
      await told(client.send(put, options));
    } catch (error) {
      // It may be there though the answer was lost. Where this fails too a sweep makes up for it.
      await client.send(new s3.DeleteObjectCommand(at(file))).catch(() => {});
      throw failing.signal.aborted ? failing.signal.reason : error;
    } finally {
      body.destroy();
    }
  }

  async function remove(file: string): Promise<void> {
    await rm(draftOf(file), { force: true });
    await told(client.send(new s3.DeleteObjectCommand(at(file))));
  }

  async function* objects(): AsyncGenerator<{ file: string; bytes: number }> {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix });
    for (;;) {
      const { done, value } = await told(pages.next());
      if (done) return;
      for (const { Key = '', Size = 0 } of value.Contents ?? []) {
        const file = Key.slice(prefix.length);
        if (exportIdOf(file) !== undefined) yield { file, bytes: Size };
      }
    }
  }

  return {
    location: `s3://${Bucket}/${prefix}`,
    check,
    put: async (file, write, signal) => {
      try {
        // Before the work: a store that is away is away for every export that waits.
        await check();
        const written = await write(draftOf(file));
        await upload(file, written, signal);
        return written;
      } finally {
        await rm(draftOf(file), { force: true });
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
      for await (const { file } of objects()) files.add(file);
      return [...files];
    },
    size: async () => {
      const size = { files: 0, bytes: 0 };
      for await (const { bytes } of objects()) {
        size.files++;
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

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw explain(error as Error);
  }
}

/** undefined where there is no such object. */
async function found<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    // The answer to HEAD has no body that could say more.
    if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return undefined;
    throw explain(error as Error);
  }
}

/** RateLimiter that time mends, or the SDK with new credentials. */
const passing = ['RequestTimeout', 'RequestTimeTooSkewed', 'ExpiredToken', 'TokenRefreshRequired'];

const credentials = 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
const advice: Readonly<Record<string, string>> = {
  CredentialsProviderError: `There are no credentials. Set ${credentials}.`,
  InvalidAccessKeyId: `The store does not know the credentials. Set ${credentials}.`,
  SignatureDoesNotMatch: `The secret does not belong to the key. Set ${credentials}.`,
  AccessDenied:
    'The credentials do not allow it. They need s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for what is in it.',
  NoSuchBucket: 'There is no such bucket. Make it, or name another.',
  PermanentRedirect: 'The bucket is in another region. Set AWS_REGION.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Set AWS_REGION.',
};

function explain(error: Error): Error {
  const { name, message, $metadata: { httpStatusCode: status } = {} } = error as Partial<s3.S3ServiceException>;
  if (name === 'AbortError') return error;
  if (message === 'Region is missing') return new Error('There is no region. Set AWS_REGION.', { cause: error });
  const isRefused = name === 'CredentialsProviderError' || (status !== undefined && status < 500 && status !== 429);
  if (!isRefused || passing.includes(name ?? ''))
    return new StoreAway(`The store does not answer as it should: ${message || name}`, { cause: error });
  const told = advice[name ?? ''] ?? (status === 403 ? advice.AccessDenied : undefined);
  return told === undefined ? error : Object.assign(new Error(told, { cause: error }), { name });
}
