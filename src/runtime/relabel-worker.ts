// Worker thread of one relabelling, with its own connections.
import { parentPort, workerData } from 'node:worker_threads';
import { relabelHooks } from '../catalog/curation/relabel/relabel-hooks.ts';
import { openDatabase } from '../db/database.ts';
import { asKnown } from '../http/pipeline/problem.ts';
import { openLanguageModel } from '../labels/llm/language-model.ts';
import { HooklineError } from '../lib/errors.ts';
import { lowerThreadPriority } from '../lib/threads/warm-threads.ts';
import { announceHooksWith } from '../webhooks/events/announce.ts';
import type { RelabelMessage, RelabelTask } from './relabel-thread.ts';

const { url, input, actor, config }: RelabelTask = workerData;
lowerThreadPriority('relabel');

const database = openDatabase(url, () => {}, { connections: 2 });
const { labelFloors: floors, limits, llm } = config;
const deps = {
  actor,
  announce: announceHooksWith(limits),
  floors,
  openModel: llm && (async () => ({ model: await openLanguageModel(llm), budget: llm.budget })),
};
await relabelHooks(database, input, deps)
  .then((report) => send({ report }), sendFailure)
  .finally(database.close);

function sendFailure(thrown: unknown): void {
  const error = asKnown(thrown);
  if (error instanceof HooklineError) send({ error: error.message, code: error.code });
  else send({ error, code: undefined });
}

function send(message: RelabelMessage): void {
  parentPort?.postMessage(message);
}
