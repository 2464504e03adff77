// Upload queue for POST /operator/import: one file at a time, independent of the open page.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import { useSyncExternalStore } from 'react';
import type { ImportLine } from '../../../../src/http/operator/imports.ts';
import { toast } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import { needLook } from '../bulk/hook-state.ts';

/** Query parameters of the route, without `filename`. */
export type ImportOptions = {
  preset?: string;
  source?: string;
  format?: string;
  map: readonly string[];
  set: readonly string[];
  records?: string;
  records_of?: string;
  snapshot: boolean;
  force: boolean;
};

export type Upload = {
  key: number;
  file: File;
  options: ImportOptions;
  phase: 'waiting' | 'sending' | 'reading' | 'publishing' | 'done' | 'failed';
  /** Bytes sent. */
  sent: number;
  startedAt: number;
  /** Known once the upload is complete: browsers don't expose the response earlier. */
  importId?: string;
  read?: number;
  rejected?: number;
  error?: unknown;
};

let uploads: readonly Upload[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();
const sending = new Map<number, XMLHttpRequest>();

export const useUploads = () => useSyncExternalStore(subscribe, () => uploads);

export function upload(files: readonly File[], options: ImportOptions): void {
  const added = files.map(
    (file): Upload => ({ key: ++lastKey, file, options, phase: 'waiting', sent: 0, startedAt: 0 }),
  );
  set([...uploads, ...added]);
  sendNext();
}

/** Removes an upload. If it is being sent, aborts it: the service cancels an import whose client leaves before it is published. */
export function dismiss(key: number): void {
  const current = sending.get(key);
  current?.abort();
  if (current) toast('Import canceled. Nothing was changed.');
  set(uploads.filter((upload) => upload.key !== key));
}

export const isInProgress = ({ phase }: Upload) => phase === 'sending' || phase === 'reading' || phase === 'publishing';

function sendNext(): void {
  const next = uploads.find(({ phase }) => phase === 'waiting');
  if (next && !uploads.some(isInProgress)) send(next);
}

function send({ key, file, options }: Upload): void {
  const xhr = new XMLHttpRequest();
  sending.set(key, xhr);
  xhr.open('POST', `/operator/import?${toSearch(file.name, options)}`);
  xhr.setRequestHeader('content-type', 'application/octet-stream');
  xhr.upload.addEventListener('progress', ({ loaded }) => change(key, { sent: loaded }));
  xhr.upload.addEventListener('load', () => change(key, { phase: 'reading', sent: file.size }));
  xhr.addEventListener('progress', () => change(key, progressOf(lastLine(xhr.responseText))));
  xhr.addEventListener('loadend', () => {
    sending.delete(key);
    change(key, outcomeOf(xhr));
    announce(file.name, lastLine(xhr.responseText));
    sendNext();
  });
  change(key, { phase: 'sending', startedAt: Date.now() });
  xhr.send(file);
}

export const importHref = (id: string) => `/console/imports?import=${id}`;
/** Link to the dialog that confirms the undo of the import. */
export const undoHref = (id: string) => `${importHref(id)}&undo=1`;

/** A toast, since the page of imports may be closed by now. */
function announce(filename: string, last: ImportLine | undefined): void {
  if (!last || !('report' in last)) return;
  const { import_id, report } = last;
  const look = report.pending > 0 ? ` ${needLook(report.pending)}.` : '';
  const published = `${filename}: ${plural(report.added, 'hook')} published.`;
  toast(published + look, 'good', ['View', importHref(import_id)], ['Undo', undoHref(import_id)]);
}

function progressOf(line: ImportLine | undefined): Partial<Upload> {
  if (!line || !('progress' in line)) return {};
  const { phase, read, rejected } = line.progress;
  if (phase === 'collecting') return {};
  return { importId: line.import_id, phase, read, rejected };
}

function outcomeOf(xhr: XMLHttpRequest): Partial<Upload> {
  const last = lastLine(xhr.responseText);
  if (xhr.status === 200 && last && 'report' in last) return { phase: 'done', importId: last.import_id };
  if (xhr.status === 200 && last && 'error' in last)
    return { phase: 'failed', importId: last.import_id, error: errorOf(xhr, last.error) };
  if (xhr.status >= 400) return { phase: 'failed', error: errorOf(xhr, parse(xhr.responseText)) };
  const message = 'Connection lost. Check the log below: if the import isn’t listed as done, nothing was published.';
  return { phase: 'failed', error: new HooklineConnectionError(message, undefined) };
}

function errorOf(xhr: XMLHttpRequest, problem: unknown): HooklineError {
  const isProblem = typeof problem === 'object' && problem !== null && 'code' in problem;
  const headers = new Headers({ 'x-request-id': xhr.getResponseHeader('x-request-id') ?? '' });
  const document = isProblem ? (problem as ConstructorParameters<typeof HooklineError>[1]) : undefined;
  return new HooklineError(isProblem && 'status' in problem ? Number(problem.status) : xhr.status, document, headers);
}

/** Parses the last complete line of NDJSON. */
export function lastLine<Line = ImportLine>(text: string): Line | undefined {
  const whole = text.slice(0, text.lastIndexOf('\n'));
  return parse(whole.slice(whole.lastIndexOf('\n') + 1)) as Line | undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function toSearch(filename: string, { map, set, snapshot, force, ...texts }: ImportOptions): URLSearchParams {
  const search = new URLSearchParams({ filename: filename.slice(-300) });
  for (const [name, value] of Object.entries(texts)) if (value) search.set(name, value);
  for (const pair of map) search.append('map', pair);
  for (const pair of set) search.append('set', pair);
  if (snapshot) search.set('snapshot', '1');
  if (snapshot && force) search.set('force', '1');
  return search;
}

function change(key: number, changes: Partial<Upload>): void {
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
}

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  // Leaving the site would cancel the import.
  const isUploading = uploads.some((upload) => isInProgress(upload) || upload.phase === 'waiting');
  if (isUploading) addEventListener('beforeunload', confirmLeaving);
  else removeEventListener('beforeunload', confirmLeaving);
}

function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
