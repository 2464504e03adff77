// Downloads the file of an export as a stream that resumes after a lost connection and fails if bytes are missing.

import { HooklineConnectionError, HooklineError, HooklineExportError } from './errors.ts';
import type { Export } from './openapi.ts';
import type { Hasher } from './sha256.ts';
import { createDeadline, type Deadline } from './transport/deadline.ts';
import { withLog } from './transport/log.ts';
import { type CallOptions, readProblem, type Transport } from './transport/transport.ts';

/**
 * Options of `download`. `verify` compares the SHA-256 of the received bytes with the export's at the end of the stream;
 * `onProgress` is called after each chunk with the bytes received so far. `timeoutMs` applies to each chunk.
 *
 * @example
 * ```ts
 * const options: DownloadOptions = { verify: true, onProgress: (bytes, ofBytes) => console.log(bytes / ofBytes) };
 * const file = await hookline.exports.run({ format: 'csv' });
 * await new Response(file.download(options)).text();
 * ```
 */
export type DownloadOptions = CallOptions & {
  verify?: boolean;
  /** Number of bytes to skip, received in an earlier download. With `verify`, `createHash` must return a hash of them. Default 0. */
  from?: number;
  onProgress?: (bytes: number, ofBytes: number) => void;
};

type Connection = { reader: ReadableStreamDefaultReader<Uint8Array>; deadline: Deadline };

/** Sends no request before the first read. `createHash` replaces the SHA-256 of this package by a faster one. */
export function openDownload(
  transport: Transport,
  record: Export,
  { verify = false, from = 0, onProgress, ...options }: DownloadOptions,
  createHash: () => Hasher | Promise<Hasher> = loadSha256,
): ReadableStream<Uint8Array> {
  const { download_url: url, size_bytes: size, sha256 } = record;
  if (url === null || size === null)
    throw new HooklineExportError('expired', `${record.export_id} has no file: it has expired.`, record);
  const file = { url, size, etag: `"${sha256}"` };
  let hash: Hasher | undefined;
  let connection: Connection | undefined;
  let received = from;

  async function read(attempt: number): Promise<Uint8Array | undefined> {
    if (!connection && received >= file.size) return undefined;
    connection ??= await connect(transport, record, { ...file, from: received, attempt }, options);
    const { reader, deadline } = connection;
    const { done, value } = await deadline.run(() => reader.read());
    if (!done) return value;
    deadline.release();
    if (received < file.size)
      throw new HooklineConnectionError(`The download ended at byte ${received} of ${file.size}.`);
    return undefined;
  }

  function tryRead(attempt: number): Promise<Uint8Array | undefined> {
    return read(attempt).catch((error) => {
      // The next attempt requests the missing bytes.
      connection?.deadline.abort();
      connection?.deadline.release();
      connection = undefined;
      throw error;
    });
  }

  const isCorrupt = () => received > file.size || (hash && hash.digest('hex') !== sha256);

  return new ReadableStream(
    {
      pull: async (controller) => {
        if (verify) hash ??= await createHash();
        const chunk = await transport.withRetries(tryRead, options);
        if (chunk === undefined) {
          if (isCorrupt()) throw new HooklineExportError('corrupt', `${record.export_id} is corrupt.`, record);
          return controller.close();
        }
        received += chunk.length;
        hash?.update(chunk);
        onProgress?.(received, file.size);
        controller.enqueue(chunk);
      },
      cancel: () => {
        connection?.deadline.abort();
        connection?.deadline.release();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Most exports are downloaded without this: Node has a faster SHA-256. */
async function loadSha256(): Promise<Hasher> {
  return (await import('./sha256.ts')).createSha256();
}

async function connect(
  { options }: Transport,
  record: Export,
  { url, etag, from, attempt }: { url: string; etag: string; from: number; attempt: number },
  { signal, timeoutMs = options.timeoutMs, headers: added }: CallOptions,
): Promise<Connection> {
  const deadline = createDeadline(timeoutMs, signal);
  // The signed link authorizes the download, so the API key is not sent.
  const headers = { ...(from > 0 ? { range: `bytes=${from}-`, 'if-range': etag } : {}), ...added };
  const logged = { method: 'GET', url: url.replace(/\?.*/, ''), attempt };
  try {
    const response = await withLog(options.logger, logged, () =>
      deadline.run(() => options.fetch(url, { headers, signal: deadline.signal })),
    );
    if (!response.ok || !response.body)
      throw new HooklineError(response.status, readProblem(await response.text()), response.headers);
    const start = Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0);
    if (start !== from)
      throw new HooklineExportError('corrupt', `The download of ${record.export_id} can't be resumed.`, record);
    return { reader: response.body.getReader(), deadline };
  } catch (error) {
    deadline.abort();
    deadline.release();
    throw error;
  }
}
