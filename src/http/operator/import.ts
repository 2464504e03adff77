// POST /operator/import: the body is the file, the response NDJSON progress whose last line is the report or the error.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Refresh } from '../../audit/actor.ts';
import type { Config } from '../../config/config.ts';
import { assertRoom, type Disks } from '../../db/disk-space.ts';
import type { ImportOutcome } from '../../ingest/imports/import.ts';
import type { ImportReport, Progress } from '../../ingest/imports/import-record.ts';
import type { Upload } from '../../ingest/imports/import-thread.ts';
import type { ImportTracker } from '../../ingest/imports/import-tracker.ts';
import { recordsOfSchema } from '../../ingest/mapping/mapping-input.ts';
import { resolveMapping } from '../../ingest/mapping/resolve-mapping.ts';
import { newId } from '../../lib/ids.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { asKnown, toProblem } from '../pipeline/problem.ts';
import { operatorOf } from '../pipeline/register-endpoints.ts';
import { allowSlowBody } from '../server/bodies.ts';
import { queryOf } from '../server/server.ts';

/** NUL is refused here, since it cannot be stored and errors of the import thread arrive as text. */
const label = (name: string, max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\0]*$/, { error: `${name} has a NUL in it.` });

const importParameters = z.object({
  source: label('source', 100).optional(),
  format: z.enum(['json', 'jsonl', 'csv', 'tsv'], { error: 'format is json, jsonl, csv or tsv.' }).optional(),
  preset: z.string().optional(),
  map: z.string().array().optional().meta({
    description: 'Repeatable: `text=Caption`, or one object in JSON: `{"text": "Caption"}`',
  }),
  set: z.string().array().optional().meta({
    description: 'Repeatable: `platform=Reels`, or one object in JSON: `{"platform": "Reels"}`',
  }),
  records: z.string().max(200).optional().meta({ description: 'Path to the records in nested JSON' }),
  records_of: recordsOfSchema.optional(),
  snapshot: z.enum(['0', '1'], { error: 'snapshot is 0 or 1.' }).optional(),
  force: z.enum(['0', '1'], { error: 'force is 0 or 1.' }).optional(),
  filename: label('filename', 300).optional(),
});

/** A line of the response; the last one is the report or the error. */
export type ImportLine = { import_id: string } & (
  | { progress: Progress }
  | { report: ImportReport }
  | { error: { code: string; detail: string; [member: string]: unknown } }
);

const progressEveryMs = 200;

export type ImportDeps = {
  importHooks: (input: Upload, onProgress: (progress: Progress) => void) => Promise<ImportOutcome>;
  config: Pick<Config, 'minViews' | 'limits'>;
  importTracker: ImportTracker;
  disks: Disks;
  publicUrl: () => string;
  refresh: Refresh;
};

export function importEndpoints(deps: ImportDeps): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      permission: 'catalog',
      method: 'POST',
      path: '/operator/import',
      tag: 'Operator',
      summary: 'Import a file',
      description: 'The body is the file. The last line of the response has `report` or `error`.',
      query: importParameters,
      response: z.string(),
      produces: ['application/x-ndjson'],
      streamsBody: true,
      streamHandler: async (request, reply) => {
        const input = toUpload(request, deps);
        await assertRoom([input.disk]);
        allowSlowBody(request.raw);
        reply.hijack();
        await importAndReport(deps, input, { request, reply });
      },
    }),
  ];
}

function toUpload(
  request: FastifyRequest,
  { config: { minViews, limits }, disks }: ImportDeps,
): Upload & { importId: string } {
  const given = parseParameters(importParameters, queryOf(request.raw), { commas: false });
  const mapping = resolveMapping(given);
  const filename = given.filename ?? 'upload';
  return {
    bytes: request.raw,
    filename,
    source: given.source ?? mapping.defaultSource ?? filename,
    mapping,
    format: given.format,
    isSnapshot: given.snapshot === '1',
    mayShrink: given.force === '1',
    minViews,
    limits,
    disk: disks.database,
    actor: operatorOf(request),
    importId: newId('imp'),
  };
}

async function importAndReport(
  { importHooks, importTracker, publicUrl, refresh }: ImportDeps,
  input: Upload & { importId: string },
  { request, reply }: { request: Pick<FastifyRequest, 'id'>; reply: Pick<FastifyReply, 'raw'> },
): Promise<void> {
  const { importId: import_id } = input;
  reply.raw.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'x-request-id': request.id,
    'cache-control': 'no-store',
  });
  const writeLine = (line: ImportLine) => reply.raw.write(`${JSON.stringify(line)}\n`);
  let writtenAt = 0;
  const onProgress = (progress: Progress) => {
    importTracker.setProgress(import_id, progress);
    const now = performance.now();
    if (progress.phase === 'reading' && now - writtenAt < progressEveryMs) return;
    writtenAt = now;
    writeLine({ progress, import_id });
  };
  importTracker.begin(import_id);
  try {
    const { report } = await importHooks(input, onProgress);
    await refresh.catalog();
    writeLine({ import_id, report });
  } catch (error) {
    const context = { publicUrl: publicUrl(), path: '/operator/import', requestId: request.id };
    writeLine({ error: JSON.parse(toProblem(asKnown(error), context).body), import_id });
  } finally {
    importTracker.end(import_id);
  }
  reply.raw.end();
}
