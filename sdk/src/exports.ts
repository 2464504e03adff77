// hookline.exports: create an export, wait until it is complete, download its file.
import { type DownloadOptions, openDownload } from './download.ts';
import { HooklineExportError } from './errors.ts';
import type { Export, NewExport } from './openapi.ts';
import type { ExportMethods, Resources, SchedulesApi } from './resources.ts';
import type { Hasher } from './sha256.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import { sleep } from './transport/retry.ts';
import type { CallOptions, Transport } from './transport/transport.ts';

/**
 * A complete export: its record and its file.
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
   * A stream that resumes after a lost connection and fails if bytes are missing. Each call starts a new download.
   * `createHash` replaces the built-in SHA-256 by a faster one.
   */
  download: (options?: DownloadOptions, createHash?: () => Hasher | Promise<Hasher>) => ReadableStream<Uint8Array>;
};

/**
 * `onProgress` is called with the record after each poll.
 *
 * @example
 * ```ts
 * const options: WaitOptions = { onProgress: ({ status }) => console.log(status) };
 * await hookline.exports.run({ format: 'csv' }, options);
 * ```
 */
export type WaitOptions = CallOptions & { onProgress?: (record: Export) => void };

/**
 * The same key with the same body returns the same export, also from another process. Default: a random key for each call,
 * so that the request can be retried.
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
export type ExportsApi = ExportMethods & {
  /**
   * Creates an export, waits until it is complete, and returns its file. Throws HooklineExportError if it ends without one.
   *
   * @example
   * ```ts
   * const { record, download } = await hookline.exports.run(
   *   { format: 'csv', filters: { niche: ['finance'], min_views: 1_000_000 } },
   *   { onProgress: ({ status }) => console.log(status) },
   * );
   * const csv = await new Response(download({ verify: true })).text();
   * console.log(record.records, csv.length);
   * ```
   */
  run: (input: NewExport, options?: WaitOptions & CreateExportOptions) => ApiPromise<ExportFile>;
  /**
   * Waits until an existing export is complete and returns its file. Throws HooklineExportError if it ends without one.
   *
   * @example
   * ```ts
   * const { export_id } = await hookline.exports.create({ format: 'jsonl' });
   * const { record } = await hookline.exports.wait(export_id);
   * console.log(record.download_url);
   * ```
   */
  wait: (id: string, options?: WaitOptions) => ApiPromise<ExportFile>;
  /**
   * Creates an export without waiting for its file.
   *
   * @example
   * ```ts
   * const { export_id, status } = await hookline.exports.create({ format: 'parquet' });
   * ```
   */
  create: (input: NewExport, options?: CreateExportOptions) => ApiPromise<Export>;
  /**
   * Exports that are requested every week.
   *
   * @example
   * ```ts
   * const schedules = await hookline.exports.schedules.list();
   * console.log(schedules.map(({ next_run_at }) => next_run_at));
   * ```
   */
  schedules: SchedulesApi;
};

/** Used if the response has no Retry-After. */
const pollMs = 1000;

export function createExportsApi(transport: Transport, { exports, schedules }: Resources): ExportsApi {
  const { send } = transport;
  const pathOf = (id: string) => `/export/${encodeURIComponent(id)}`;
  const recordOf = ({ body }: ApiResponse): Export => body;

  function post(input: NewExport, { idempotencyKey = randomKey(), ...options }: CreateExportOptions) {
    const headers = { 'idempotency-key': idempotencyKey };
    return send({ method: 'POST', path: '/export', body: input, headers, isIdempotent: true }, options);
  }

  /** The response with the record of the complete export. */
  async function poll(first: Promise<ApiResponse>, { onProgress, ...options }: WaitOptions): Promise<ApiResponse> {
    for (let response = await first; ; response = await send({ path: pathOf(response.body.export_id) }, options)) {
      const record = recordOf(response);
      onProgress?.(record);
      if (record.status === 'complete') return response;
      if (record.status !== 'processing') throw new HooklineExportError(record.status, describeEnd(record), record);
      const retryAfterMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
      const delayMs = Number.isNaN(retryAfterMs) ? pollMs : retryAfterMs;
      await sleep(Math.min(delayMs, transport.options.maxRetryDelayMs), options.signal);
    }
  }

  const toFile = (response: ApiResponse): ExportFile => ({
    record: recordOf(response),
    download: (options = {}, createHash) => openDownload(transport, recordOf(response), options, createHash),
  });

  return {
    ...exports,
    run: (input, options = {}) => toApiPromise(poll(post(input, options), options), toFile),
    wait: (id, options = {}) => toApiPromise(poll(send({ path: pathOf(id) }, options), options), toFile),
    create: (input, options = {}) => toApiPromise(post(input, options), recordOf),
    schedules,
  };
}

function describeEnd({ export_id, status, error }: Export): string {
  return `${export_id} is ${status}${error ? `: ${error}` : '.'}`;
}

/** `crypto.randomUUID` exists on secure pages only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
