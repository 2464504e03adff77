// Preloaded into the service (`--import`): on SIGUSR2 the main thread writes the memory of every thread to HOOKLINE_MEMORY_FILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { BroadcastChannel, isMainThread, threadId, threadName } from 'node:worker_threads';

/** Bytes. `heap` is what V8 has committed, `used` what was in use when it was asked. */
export type ThreadMemory = { name: string; heap: number; used: number; external: number; buffers: number };
/** `shared` are the lengths of all shared buffers that the main thread can reach, of which `reserve` was never grown into. */
export type ProbeResult = { threads: ThreadMemory[]; shared: number; reserve: number };

/** Longer than a thread is busy with one step. */
const answerMs = 500;
const channel = new BroadcastChannel('memory-probe');
const answers: ThreadMemory[] = [];

channel.onmessage = ({ data }: { data: unknown }) => {
  if (data === 'measure') channel.postMessage(ofThisThread());
  else if (isMainThread) answers.push(data as ThreadMemory);
};
(channel as unknown as { unref: () => void }).unref();

if (isMainThread) process.on('SIGUSR2', () => void answer(process.env.HOOKLINE_MEMORY_FILE ?? ''));

async function answer(file: string): Promise<void> {
  answers.splice(0, answers.length, ofThisThread());
  channel.postMessage('measure');
  await pause(answerMs);
  const result: ProbeResult = { threads: answers, ...(await sharedBytes()) };
  writeFileSync(file, JSON.stringify(result));
}

function ofThisThread(): ThreadMemory {
  const { total_physical_size: heap, used_heap_size: used } = v8.getHeapStatistics();
  const { external, arrayBuffers: buffers } = process.memoryUsage();
  return {
    name: isMainThread ? 'main' : (threadName === 'WorkerThread' ? '' : threadName) || String(threadId),
    heap,
    used,
    external,
    buffers,
  };
}

/** V8 counts no shared memory, but finds the objects. It collects garbage first, so this is the last step. */
async function sharedBytes(): Promise<{ shared: number; reserve: number }> {
  const session = new Session();
  session.connect();
  const { result } = await session.post('Runtime.evaluate', { expression: 'SharedArrayBuffer.prototype' });
  const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
  const { result: sums } = await session.post('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () {
      const sum = (name) => this.reduce((bytes, buffer) => bytes + buffer[name], 0);
      return { shared: sum('byteLength'), reserve: sum('maxByteLength') - sum('byteLength') };
    }`,
    returnByValue: true,
  });
  session.disconnect();
  return sums.value;
}
