// Relabels hooks in a separate thread, so that labelling a large catalog never delays a request.
import type { Actor } from '../audit/actor.ts';
import type { RelabelInput, RelabelReport } from '../catalog/curation/relabel/relabel.ts';
import type { Config } from '../config/config.ts';
import { type ErrorCode, HooklineError } from '../lib/errors.ts';
import { startThread } from '../lib/threads/warm-threads.ts';

export type RelabelTask = {
  url: string;
  input: RelabelInput;
  actor: Actor;
  config: Pick<Config, 'labelFloors' | 'limits' | 'llm'>;
};

/** `code` replaces the class of a HooklineError, which is lost between threads. */
export type RelabelMessage = { report: RelabelReport } | { error: unknown; code: ErrorCode | undefined };

/** Runs `relabelHooks` on the database at `url`. */
export function relabelInThread(task: RelabelTask): Promise<RelabelReport> {
  const worker = startThread('relabel', new URL('./relabel-worker.ts', import.meta.url), { workerData: task });
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The relabelling thread exited with code ${code} and no report.`)));
    worker.on('message', (message: RelabelMessage) => {
      if ('report' in message) resolve(message.report);
      else reject(message.code ? new HooklineError(message.code, String(message.error)) : message.error);
    });
  });
}
