// Preview of a source: the result of its first run, before it is created. Only units of APIs are written.
import { z } from 'zod';
import { assertRoom } from '../../db/disk-space.ts';
import { fail, HooklineError } from '../../lib/errors.ts';
import { redactSecrets } from '../../secrets/secret.ts';
import { previewSchema } from '../imports/preview-record.ts';
import { parseLocation, presetOf } from '../locations/location.ts';
import type { LocationPreview } from '../locations/preview-location.ts';
import type { LocationPreviewTask } from '../threads/import-thread.ts';
import { fileNameOf, type RunDeps } from './run-source.ts';
import {
  checkLocation,
  checkMapping,
  checkSnapshot,
  createSourceInput,
  mergeMapping,
  noticeSchema,
  readingOf,
  secretsOf,
  sentSecrets,
} from './source.ts';

export const previewSourceInput = createSourceInput.partial({ name: true });
export type PreviewSourceInput = z.infer<typeof previewSourceInput>;

const count = z.number().int();

export const sourcePreviewSchema = z
  .object({
    missing_secrets: z.array(z.string()).meta({ description: 'Secrets to set first; nothing was read without them' }),
    preview: previewSchema.nullable().meta({ description: 'null if there is no record to import' }),
    found: z
      .object({
        imported: count.meta({ description: 'Videos to import' }),
        watched: count.meta({ description: 'Videos with too few views so far, checked again later' }),
        skipped: count.meta({ description: 'Excluded: too long, horizontal, live' }),
      })
      .nullable()
      .meta({ description: 'Videos checked by a collector' }),
    parts: z
      .object({ read: count, total: count })
      .meta({ description: 'Locations, or files of a directory, that the preview read, and their total' }),
    notices: z.array(noticeSchema).meta({ description: 'Why a location cannot be read, and what to do' }),
    usage: z.record(z.string(), count).meta({ description: 'API units that the preview used' }),
  })
  .meta({ id: 'SourcePreview', description: 'Preview of the first run of a source' });
export type SourcePreview = z.infer<typeof sourcePreviewSchema>;

export type PreviewDeps = Pick<
  RunDeps,
  'minViews' | 'labelFloors' | 'limits' | 'allowPrivate' | 'paths' | 'environment' | 'readSecrets' | 'disk'
> & {
  previewBytes: number;
  run: (task: LocationPreviewTask, stopping: AbortSignal) => Promise<LocationPreview>;
};

/** Shorter than the usual timeout of proxies. */
const timeoutMs = 50_000;

/** Throws the errors of creating the source, and `unavailable` after 50 s. `left` aborts it. */
export async function previewSource(
  deps: PreviewDeps,
  input: PreviewSourceInput,
  left: AbortSignal,
): Promise<SourcePreview> {
  const { minViews, labelFloors, limits, allowPrivate, paths, environment, previewBytes, disk } = deps;
  const { name = 'preview', location, snapshot = false, collect = null, format } = input;
  const request = input.request ?? {};
  const parsed = parseLocation(location, request);
  const given = mergeMapping({}, input);
  checkSnapshot(parsed.kind, snapshot);
  const mapping = checkMapping(parsed.kind, given);
  await checkLocation(deps, parsed, mapping);
  await assertRoom([disk]);
  const secrets = await deps.readSecrets();
  const missing_secrets = secretsOf({ location, request }).filter((secret) => !secrets.has(secret));
  if (missing_secrets.length > 0) return { ...nothing, missing_secrets };
  const task: LocationPreviewTask = {
    from: { location, allowPrivate, paths, request, collect, secrets, environment, minViews },
    filename: fileNameOf(location),
    secrets: sentSecrets({ location, request }, secrets),
    source: name,
    mapping,
    ...readingOf(parsed.kind, given),
    preset: given.preset ?? presetOf[parsed.kind] ?? null,
    format: format ?? undefined,
    isSnapshot: snapshot,
    mayShrink: input.allow_shrink ?? false,
    maxBytes: previewBytes,
    ...{ minViews, labelFloors, limits, disk },
  };
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return { missing_secrets: [], ...(await deps.run(task, AbortSignal.any([left, timeout]))) };
  } catch (error) {
    if (timeout.aborted) fail('unavailable', `The preview took more than ${timeoutMs / 1000} s. ${onTimeout}`);
    if (left.aborted || error instanceof HooklineError || !(error instanceof Error)) throw error;
    // Redacted like the error of a run.
    const detail = redactSecrets(error.message, secrets);
    return fail('invalid_body', detail, { errors: [{ pointer: '#/location', detail }] });
  }
}

const onTimeout = 'Try again, or save the source without a preview: a run has more time.';
const nothing: Omit<SourcePreview, 'missing_secrets'> = {
  preview: null,
  found: null,
  parts: { read: 0, total: 0 },
  notices: [],
  usage: {},
};
