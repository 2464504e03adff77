// hookline.exports: ask for a file, wait until it is there, download it.
import { type DownloadOptions, openDownload } from './download.ts';
import { HooklineExportError } from './errors.ts';
import type { Export, ExportListQuery, NewExport } from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import { wait as pause } from './retry.ts';
import type { Hasher } from './sha256.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

/**
 * An export that is complete: its record, and the way to its bytes.
 *
 * @example
 * ```ts
 * const file: ExportFile = await hookline.exports.run({ format: 'jsonl', filters: { niche: 'finance' } });
 * console.log(file.record.records, file.record.size_bytes);
 * for await (const bytes of file.download()) console.log(bytes.length);
 * ```
 */
export type ExportFile = {
  record: Export;
  /**
   * Goes on by itself where a connection breaks, and fails where bytes are missing. May be called again. `createHash` stands
   * in for our own SHA-256 where a platform has a faster one.
   */
  download: (options?: DownloadOptions, createHash?: () => Hasher) => ReadableStream<Uint8Array>;
};

/**
 * `onProgress` is told the record each time it was looked at.
 *
 * @example
 * ```ts
 * const options: WaitOptions = { onProgress: ({ status }) => console.log(status) };
 * await hookline.exports.run({ format: 'csv' }, options);
 * ```
 */
export type WaitOptions = CallOptions & { onProgress?: (record: Export) => void };

/**
 * The same key with the same body gives the same export, also to another process. One is made where none is given, so
 * that a request may be repeated.
 *
 * @example
 * ```ts
 * const options: CreateExportOptions = { idempotencyKey: 'finance-2026-11-21' };
 * await hookline.exports.create({ format: 'csv', filters: { niche: 'finance' } }, options);
 * ```
 */
export type CreateExportOptions = CallOptions & { idempotencyKey?: string };

/**
 * `hookline.exports`. Plans Scale and Enterprise.
 *
 * @example
 * ```ts
 * const exports: ExportsApi = hookline.exports;
 * console.log((await exports.list()).total);
 * ```
 */
export type ExportsApi = {
  /**
   * Create, wait, and hand over the file.
   *
   * @example
   * ```ts
   * const { record, download } = await hookline.exports.run(
   *   { format: 'csv', filters: { niche: ['finance'], min_views: 1_000_000 } },
   *   { onProgress: ({ status }) => console.log(status) },
   * );
   * const csv = await new Response(download({ verify: true })).text();
   * console.log(record.records, csv.split('\n')[0]);
   * ```
   */
  run: (input: NewExport, options?: WaitOptions & CreateExportOptions) => Promise<ExportFile>;
  /**
   * The file of an export that was asked for before. Throws HooklineExportError where there will be none.
   *
   * @example
   * ```ts
   * const { export_id } = await hookline.exports.create({ format: 'jsonl' });
   * const { record } = await hookline.exports.wait(export_id);
   * console.log(record.download_url);
   * ```
   */
  wait: (id: string, options?: WaitOptions) => Promise<ExportFile>;
  /**
   * Asks for a file and does not wait for it.
   *
   * @example
   * ```ts
   * const { export_id, status } = await hookline.exports.create({ format: 'parquet' });
   * ```
   */
  create: (input: NewExport, options?: CreateExportOptions) => Promise<Export>;
  /**
   * An export as it is now.
   *
   * @example
   * ```ts
   * const { data } = await hookline.exports.list({ limit: 1 });
   * const { status } = await hookline.exports.get(data[0].export_id);
   * ```
   */
  get: (id: string, options?: CallOptions) => Promise<Export>;
  /**
   * Your exports, the newest first.
   *
   * @example
   * ```ts
   * for await (const { export_id, status } of hookline.exports.list()) console.log(export_id, status);
   * ```
   */
  list: (query?: ExportListQuery, options?: CallOptions) => Pages<Export>;
  /**
   * Cancels an export that is under way, or deletes the file of one that is complete.
   *
   * @example
   * ```ts
   * const { export_id } = await hookline.exports.create({ format: 'json' });
   * await hookline.exports.cancel(export_id);
   * ```
   */
  cancel: (id: string, options?: CallOptions) => Promise<Export>;
};

const mostExportsPerPage = 100;
/** Where the service does not say when to look again. */
const pollMs = 1000;

export function createExportsApi(transport: Transport): ExportsApi {
  const { send, options } = transport;
  const pathOf = (id: string) => `/export/${encodeURIComponent(id)}`;

  const post = (input: NewExport, { idempotencyKey = randomKey(), signal }: CreateExportOptions) =>
    send({
      method: 'POST',
      path: '/export',
      body: input,
      headers: { 'idempotency-key': idempotencyKey },
      isRepeatable: true,
      signal,
    });

  async function follow(first: Answer, { signal, onProgress }: WaitOptions): Promise<ExportFile> {
    for (let answer = first; ; answer = await send({ path: pathOf(answer.body.export_id), signal })) {
      const record: Export = answer.body;
      onProgress?.(record);
      if (record.status === 'complete') return toFile(record);
      if (record.status !== 'processing') throw new HooklineExportError(record.status, whyEnded(record), record);
      const told = Number(answer.headers.get('retry-after') ?? Number.NaN) * 1000;
      await pause(Math.min(Number.isNaN(told) ? pollMs : told, options.maxRetryDelayMs), signal);
    }
  }

  const toFile = (record: Export): ExportFile => ({
    record,
    download: (options = {}, createHash) => openDownload(transport, record, options, createHash),
  });

  return {
    run: async (input, options = {}) => follow(await post(input, options), options),
    wait: async (id, options = {}) => follow(await send({ path: pathOf(id), signal: options.signal }), options),
    create: async (input, options = {}) => (await post(input, options)).body,
    get: async (id, { signal } = {}) => (await send({ path: pathOf(id), signal })).body,
    list: (query = {}, { signal } = {}) =>
      listPages<Export>(transport, '/exports', { query, mostPerPage: mostExportsPerPage, signal }),
    cancel: async (id, { signal } = {}) => (await send({ method: 'DELETE', path: pathOf(id), signal })).body,
  };
}

function whyEnded({ export_id, status, error }: Export): string {
  return `${export_id} is ${status}${error ? `: ${error}` : '.'}`;
}

/** crypto.randomUUID is there on secure pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
