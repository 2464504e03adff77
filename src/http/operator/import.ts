// POST /operator/import: the file is the body, the answer is NDJSON progress whose last line is the report or the error.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ImportOutcome, Progress } from '../../ingest/imports/import.ts';
import type { Upload } from '../../ingest/imports/import-thread.ts';
import type { ImportTracker } from '../../ingest/imports/import-tracker.ts';
import { resolveMapping } from '../../ingest/mapping/mapping.ts';
import { newId } from '../../lib/ids.ts';
import { operatorOf } from '../pipeline/actor.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { asKnown, toProblem } from '../pipeline/problem.ts';
import { allowSlowBody } from '../server/bodies.ts';
import { queryOf } from '../server/server.ts';

/** It is stored, by a thread whose errors come back as text. */
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
  map: z.string().array().optional(),
  set: z.string().array().optional(),
  records: z.string().max(200).optional(),
  snapshot: z.enum(['0', '1'], { error: 'snapshot is 0 or 1.' }).optional(),
  force: z.enum(['0', '1'], { error: 'force is 0 or 1.' }).optional(),
  filename: label('filename', 300).optional(),
});

/** What the lines of the answer say; the last one is the report or the error. */
export type ImportLine = { import_id: string } & (
  | { progress: Progress }
  | { report: ImportOutcome['report'] }
  | { error: { code: string; detail: string; [member: string]: unknown } }
);

const progressEveryMs = 200;

export type ImportDeps = {
  importHooks: (input: Upload, onProgress: (progress: Progress) => void) => Promise<ImportOutcome>;
  minViews: number;
  importTracker: ImportTracker;
  publicUrl: () => string;
  /** Waits until the published version is being served here. */
  refresh: () => Promise<void>;
};

export function registerImport(app: FastifyInstance, deps: ImportDeps): void {
  app.post('/operator/import', async (request, reply) => {
    const given = parseParameters(importParameters, queryOf(request.raw), { commas: false });
    const mapping = resolveMapping(given);
    const filename = given.filename ?? 'upload';
    const import_id = newId('imp');
    const input: Upload = {
      bytes: request.raw,
      filename,
      source: given.source ?? mapping.defaultSource ?? filename,
      mapping,
      format: given.format,
      isSnapshot: given.snapshot === '1',
      mayShrink: given.force === '1',
      minViews: deps.minViews,
      actor: operatorOf(request),
      importId: import_id,
    };
    allowSlowBody(request.raw);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-request-id': request.id,
      'cache-control': 'no-store',
    });
    const line = (value: ImportLine) => raw.write(`${JSON.stringify(value)}\n`);
    let toldAt = 0;
    const tell = (progress: Progress) => {
      deps.importTracker.tell(import_id, progress);
      const now = performance.now();
      if (progress.phase === 'reading' && now - toldAt < progressEveryMs) return;
      toldAt = now;
      line({ progress, import_id });
    };
    deps.importTracker.begin(import_id);
    try {
      const { report } = await deps.importHooks(input, tell);
      await deps.refresh();
      line({ import_id, report });
    } catch (error) {
      const problem = toProblem(asKnown(error), {
        publicUrl: deps.publicUrl(),
        path: '/operator/import',
        requestId: request.id,
      });
      line({ error: JSON.parse(problem.body), import_id });
    } finally {
      deps.importTracker.end(import_id);
    }
    raw.end();
  });
}
