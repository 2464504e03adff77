// Requests the preview of an import: uploads the beginning of the file, as much as the service reads.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import type { PreviewLine } from '../../../../src/http/operator/imports.ts';
import { checkSession } from '../../api/client.ts';
import { type ImportOptions, lastLine, toSearch } from './import-uploads.ts';

export type Preview = Extract<PreviewLine, { preview: unknown }>['preview'];

/** Sends one byte more than the service reads, so that the service detects a longer file. */
export async function requestPreview(
  file: File,
  options: ImportOptions,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Preview> {
  const search = toSearch(file.name, options);
  search.set('dry_run', '1');
  const response = await fetch(`/operator/import?${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file.slice(0, maxBytes + 1),
    signal,
  }).catch((cause) => {
    throw new HooklineConnectionError('Can’t reach Hookline. Check your connection and retry.', cause);
  });
  checkSession(response);
  const text = await response.text();
  if (!response.ok) throw new HooklineError(response.status, JSON.parse(text), response.headers);
  const last = lastLine<PreviewLine>(text);
  if (last && 'preview' in last) return last.preview;
  if (last && 'error' in last)
    throw new HooklineError(Number(last.error.status), toDocument(last.error), response.headers);
  throw new HooklineConnectionError('Connection lost before the preview. Nothing was imported.', undefined);
}

const toDocument = (error: object) => error as ConstructorParameters<typeof HooklineError>[1];
