// /operator/imports: the log of imports and their rejects, in pages or as a file, and the undo of an import.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { assertRoom } from '../../db/disk-space.ts';
import type { Preview } from '../../ingest/imports/preview-record.ts';
import {
  findImports,
  findRejects,
  getImport,
  importDetailSchema,
  importPageSchema,
  rejectPageSchema,
} from '../../ingest/imports/queries.ts';
import { selectRejects } from '../../ingest/imports/store.ts';
import { encodingSchema, headerRow, recordsOfSchema } from '../../ingest/mapping/mapping.ts';
import { noPreset } from '../../ingest/mapping/presets.ts';
import { resolveMapping } from '../../ingest/mapping/resolve-mapping.ts';
import type { ImportReport, Progress } from '../../ingest/publish/import-record.ts';
import { finishImport } from '../../ingest/publish/store.ts';
import { onDuplicateValues } from '../../ingest/publish/store-merge.ts';
import type { PreviewUpload, Upload } from '../../ingest/threads/import-thread.ts';
import { importUndoSchema, undoImport } from '../../ingest/undo/actions.ts';
import { newId } from '../../lib/ids.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage, parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import { asKnown, toProblem } from '../pipeline/problem.ts';
import { operatorOf } from '../pipeline/register-endpoints.ts';
import { leaving } from '../pipeline/response.ts';
import { allowSlowBody } from '../server/bodies.ts';
import { queryOf } from '../server/server.ts';
import type { Services } from '../services.ts';

const importParameters = z.object({
  source: z.string().optional(),
  state: z
    .enum(['running', 'done', 'unchanged', 'failed'], { error: 'state is running, done, unchanged or failed.' })
    .optional(),
  ...operatorPage,
});
const rejectParameters = z.object({
  format: z.enum(['jsonl', 'json'], { error: 'format is jsonl or json.' }).optional(),
  after: wholeNumber('after', {}).optional(),
  limit: operatorPage.limit,
});

export function operatorImportEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/imports',
      summary: 'List imports',
      description: 'Imports, newest first.',
      query: importParameters,
      response: importPageSchema,
      handler: ({ query }) => findImports(db, query),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/imports/:id',
      summary: 'Get import',
      description: 'An import, and why records are not published.',
      response: importDetailSchema,
      handler: ({ params }) => getImport(services, params.id),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/imports/:id/undo',
      summary: 'Undo import',
      description: 'Undoes an import, up to 30 days after it: the catalog is as if it had not run.',
      response: importUndoSchema,
      handler: (request) => undoImport(contextOf(services, request), request.params),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/imports/:id/rejects',
      summary: 'List rejected records',
      description: 'Rejected records: a page of them, or all as a file.',
      query: rejectParameters,
      response: rejectPageSchema,
      produces: ['application/json', 'application/jsonl'],
      streamHandler: async ({ raw, params }, reply) => {
        const { format, ...page } = parseParameters(rejectParameters, queryOf(raw));
        const isPage = page.limit !== undefined || page.after !== undefined;
        if (format === 'json' || (format === undefined && isPage)) return findRejects(services, { ...page, ...params });
        reply.header('content-type', 'application/jsonl; charset=utf-8');
        reply.header('content-disposition', 'attachment; filename="rejects.jsonl"');
        return reply.send(Readable.from(selectRejects(db, params.id)));
      },
    }),
  ];
}

// POST /operator/import: the body is the file; the response is NDJSON progress that ends with the report, the preview or the error.

/** NUL is refused here, since it cannot be stored and errors of the import thread arrive as text. */
const label = (name: string, max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/, { error: `${name} must not contain a NUL character.` });

const uploadParameters = z.object({
  source: label('source', 100).optional(),
  format: z.enum(['json', 'jsonl', 'csv', 'tsv'], { error: 'format is json, jsonl, csv or tsv.' }).optional(),
  preset: z
    .string()
    .optional()
    .meta({
      description: `\`${noPreset}\` matches columns by name. Default without \`map\`: the preset that fits the columns`,
    }),
  map: z.string().array().optional().meta({
    description: 'Repeatable: `text=Caption`, or one object in JSON: `{"text": "Caption"}`',
  }),
  set: z.string().array().optional().meta({
    description: 'Repeatable: `platform=Reels`, or one object in JSON: `{"platform": "Reels"}`',
  }),
  records: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'Path to the records in nested JSON, or the sheet of a workbook' }),
  records_of: recordsOfSchema.optional(),
  encoding: encodingSchema.optional(),
  header_row: wholeNumber('header_row', { min: 1, max: headerRow.max })
    .optional()
    .meta({ description: headerRow.description }),
  on_duplicate: z
    .enum(onDuplicateValues, { error: `on_duplicate is ${onDuplicateValues.join(', ')}.` })
    .optional()
    .meta({
      description:
        'Hooks that exist: `update` (default), `skip` leaves them as they are, `insert` adds another one if no video identifies them',
    }),
  snapshot: z.enum(['0', '1'], { error: 'snapshot is 0 or 1.' }).optional(),
  force: z.enum(['0', '1'], { error: 'force is 0 or 1.' }).optional(),
  dry_run: z
    .enum(['0', '1'], { error: 'dry_run is 0 or 1.' })
    .optional()
    .meta({ description: '1: nothing is imported, and the last line has `preview`, what the import would do' }),
  filename: label('filename', 300).optional(),
});

type Failure = { error: { code: string; detail: string; [member: string]: unknown } };
/** A line of the response; the last one is the report or the error. */
export type ImportLine = { import_id: string } & ({ progress: Progress } | { report: ImportReport } | Failure);
/** A line of the response to a preview. */
export type PreviewLine = { progress: Progress } | { preview: Preview } | Failure;

const progressEveryMs = 200;

export function importEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/import',
      summary: 'Import hooks',
      description:
        'Imports a file, or previews an import. The body is the file. The last line of the response has `report`, `preview` or `error`.',
      query: uploadParameters,
      response: z.string(),
      produces: ['application/x-ndjson'],
      streamsBody: true,
      streamHandler: async (request, reply) => {
        const given = parseParameters(uploadParameters, queryOf(request.raw), { commas: false });
        const input = toInput(request, given, services);
        await assertRoom([input.disk]);
        allowSlowBody(request.raw);
        reply.hijack();
        const exchange = { request, reply };
        if (given.dry_run === '1')
          await previewAndReport(services, { ...input, preset: nameOf(given.preset) }, exchange);
        else
          await importAndReport(services, { ...input, actor: operatorOf(request), importId: newId('imp') }, exchange);
      },
    }),
  ];
}

function toInput(
  request: FastifyRequest,
  given: z.infer<typeof uploadParameters>,
  { config: { minViews, labelFloors, limits }, disks }: Services,
) {
  const mapping = resolveMapping(given);
  const filename = given.filename ?? 'upload';
  return {
    bytes: request.raw,
    filename,
    source: given.source ?? mapping.defaultSource ?? filename,
    mapping,
    detectsPreset: !given.preset && !given.map?.length,
    format: given.format,
    encoding: given.encoding,
    headerRow: given.header_row,
    isSnapshot: given.snapshot === '1',
    onDuplicate: given.on_duplicate,
    mayShrink: given.force === '1',
    minViews,
    labelFloors,
    limits,
    disk: disks.database,
  };
}

function nameOf(preset: string | undefined): string | null {
  return preset && preset !== noPreset ? preset : null;
}

type Exchange = { request: Pick<FastifyRequest, 'id'>; reply: Pick<FastifyReply, 'raw'> };

async function importAndReport(
  services: Services,
  input: Upload & { importId: string },
  exchange: Exchange,
): Promise<void> {
  const { importHooks, importTracker, refresh } = services;
  const { importId: import_id } = input;
  let phase: Progress['phase'] | undefined;
  const cancelling = new AbortController();
  leaving(exchange.reply).addEventListener('abort', async () => {
    if (phase === 'publishing') return;
    const cancelled = new Error('Canceled before it was published. Nothing was changed.');
    // The log is updated first, since an import that is not running there is never published.
    const isCancelled = await finishImport(services.db, import_id, cancelled).catch(() => true);
    if (isCancelled || phase === undefined) cancelling.abort(cancelled);
  });
  importTracker.begin(import_id);
  await writeLines<ImportLine>(services, exchange, { import_id }, async (writeProgress) => {
    const onProgress = (progress: Progress) => {
      ({ phase } = progress);
      importTracker.setProgress(import_id, progress);
      writeProgress(progress);
    };
    const { report } = await importHooks(input, onProgress, cancelling.signal);
    await refresh.catalog();
    return { report, import_id };
  });
  importTracker.end(import_id);
}

/** Previews change nothing, so they are not in the log of imports or the audit log. */
function previewAndReport(
  services: Services,
  input: Omit<PreviewUpload, 'maxBytes'>,
  exchange: Exchange,
): Promise<void> {
  const maxBytes = services.config.limits.previewBytes;
  return writeLines<PreviewLine>(services, exchange, {}, async (writeProgress) => ({
    preview: await services.previewImport({ ...input, maxBytes }, writeProgress, leaving(exchange.reply)),
  }));
}

/** Writes progress, then the last line: the result of `run`, or its error. */
async function writeLines<Line extends object>(
  { publicUrl }: Services,
  { request, reply }: Exchange,
  id: { import_id?: string },
  run: (writeProgress: (progress: Progress) => void) => Promise<Line>,
): Promise<void> {
  reply.raw.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'x-request-id': request.id,
    'cache-control': 'no-store',
  });
  const writeLine = (line: object) => reply.raw.write(`${JSON.stringify(line)}\n`);
  let writtenAt = 0;
  try {
    const last: Line = await run((progress) => {
      const now = performance.now();
      if (progress.phase === 'reading' && now - writtenAt < progressEveryMs) return;
      writtenAt = now;
      writeLine({ progress, ...id });
    });
    writeLine(last);
  } catch (error) {
    const context = { publicUrl: publicUrl(), path: '/operator/import', requestId: request.id };
    writeLine({ error: JSON.parse(toProblem(asKnown(error), context).body), ...id });
  }
  reply.raw.end();
}
