// The files that this browser sends to POST /operator/import, one after the other. They go on while other pages are looked at.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import { useSyncExternalStore } from 'react';
import type { ImportLine } from '../../../../src/http/operator/import.ts';

/** The parameters of the route, without the file's name. */
export type ImportOptions = {
  preset?: string;
  source?: string;
  format?: string;
  map: readonly string[];
  set: readonly string[];
  records?: string;
  snapshot: boolean;
  force: boolean;
};

export type Upload = {
  key: number;
  file: File;
  options: ImportOptions;
  phase: 'waiting' | 'sending' | 'reading' | 'publishing' | 'done' | 'failed';
  /** Bytes that have left. */
  sent: number;
  startedAt: number;
  /** Known when the file has arrived: a browser reads no answer before. */
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

/** Takes one away; one that is being sent is broken off, and nothing of it is published. */
export function dismiss(key: number): void {
  sending.get(key)?.abort();
  set(uploads.filter((one) => one.key !== key));
}

export const isUnderWay = ({ phase }: Upload) => phase === 'sending' || phase === 'reading' || phase === 'publishing';

function sendNext(): void {
  const next = uploads.find(({ phase }) => phase === 'waiting');
  if (next && !uploads.some(isUnderWay)) send(next);
}

function send({ key, file, options }: Upload): void {
  const xhr = new XMLHttpRequest();
  sending.set(key, xhr);
  xhr.open('POST', `/operator/import?${toSearch(file.name, options)}`);
  xhr.setRequestHeader('content-type', 'application/octet-stream');
  xhr.upload.addEventListener('progress', ({ loaded }) => change(key, { sent: loaded }));
  xhr.upload.addEventListener('load', () => change(key, { phase: 'reading', sent: file.size }));
  xhr.addEventListener('progress', () => change(key, told(lastLine(xhr.responseText))));
  xhr.addEventListener('loadend', () => {
    sending.delete(key);
    change(key, outcomeOf(xhr));
    sendNext();
  });
  change(key, { phase: 'sending', startedAt: Date.now() });
  xhr.send(file);
}

function told(line: ImportLine | undefined): Partial<Upload> {
  if (!line || !('progress' in line)) return {};
  const { phase, read, rejected } = line.progress;
  return { importId: line.import_id, phase, read, rejected };
}

function outcomeOf(xhr: XMLHttpRequest): Partial<Upload> {
  const last = lastLine(xhr.responseText);
  if (xhr.status === 200 && last && 'report' in last) return { phase: 'done', importId: last.import_id };
  if (xhr.status === 200 && last && 'error' in last)
    return { phase: 'failed', importId: last.import_id, error: refusal(xhr, last.error) };
  if (xhr.status >= 400) return { phase: 'failed', error: refusal(xhr, parse(xhr.responseText)) };
  const message = 'The connection broke off. Nothing of the file was published, unless the list below says so.';
  return { phase: 'failed', error: new HooklineConnectionError(message, undefined) };
}

function refusal(xhr: XMLHttpRequest, problem: unknown): HooklineError {
  const isProblem = typeof problem === 'object' && problem !== null && 'code' in problem;
  const headers = new Headers({ 'x-request-id': xhr.getResponseHeader('x-request-id') ?? '' });
  const document = isProblem ? (problem as ConstructorParameters<typeof HooklineError>[1]) : undefined;
  return new HooklineError(isProblem && 'status' in problem ? Number(problem.status) : xhr.status, document, headers);
}

function lastLine(text: string): ImportLine | undefined {
  const whole = text.slice(0, text.lastIndexOf('\n'));
  return parse(whole.slice(whole.lastIndexOf('\n') + 1)) as ImportLine | undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toSearch(filename: string, { map, set, snapshot, force, ...texts }: ImportOptions): URLSearchParams {
  const search = new URLSearchParams({ filename: filename.slice(-300) });
  for (const [name, value] of Object.entries(texts)) if (value) search.set(name, value);
  for (const pair of map) search.append('map', pair);
  for (const pair of set) search.append('set', pair);
  if (snapshot) search.set('snapshot', '1');
  if (snapshot && force) search.set('force', '1');
  return search;
}

function change(key: number, changes: Partial<Upload>): void {
  set(uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)));
}

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
  // Leaving would break off what is being sent.
  if (uploads.some((one) => one.phase === 'sending' || one.phase === 'waiting')) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
