// Preloaded into the service (`--import`): on SIGUSR2 the main thread writes the memory of every thread to HOOKLINE_MEMORY_FILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import v8 from 'node:v8';
import { BroadcastChannel, isMainThread, threadId, threadName } from 'node:worker_threads';

/** Sizes in bytes. `heap` is what V8 has committed, `used` what was in use when it was asked. */
export type ThreadMemory = { name: string; heap: number; used: number; external: number };
/** `shared` are the views of shared buffers that the main thread can reach; `reserve` are its buffers without a view, never written to. */
export type ProbeResult = { threads: ThreadMemory[]; shared: number; reserve: number };

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
  // A thread is busy with one step for less than this.
  await pause(500);
  const result: ProbeResult = { threads: answers, ...(await sharedBytes()) };
  writeFileSync(file, JSON.stringify(result));
}

function ofThisThread(): ThreadMemory {
  const { total_physical_size: heap, used_heap_size: used } = v8.getHeapStatistics();
  const name = isMainThread ? 'main' : (threadName === 'WorkerThread' ? '' : threadName) || String(threadId);
  return { name, heap, used, external: process.memoryUsage().external };
}

/**
 * V8 counts no shared memory, but finds the objects. Only the part of a buffer that views reach counts: the rest was never written to. V8
 * collects garbage first, so this is the last step.
 */
async function sharedBytes(): Promise<{ shared: number; reserve: number }> {
  const session = new Session();
  session.connect();
  const queryAll = async (prototype: string) => {
    const { result } = await session.post('Runtime.evaluate', { expression: prototype });
    return (await session.post('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })).objects;
  };
  const views = await queryAll('Object.getPrototypeOf(Uint8Array.prototype)');
  const buffers = await queryAll('ArrayBuffer.prototype');
  const { result: sums } = await session.post('Runtime.callFunctionOn', {
    objectId: views.objectId ?? '',
    arguments: [{ objectId: buffers.objectId ?? '' }],
    functionDeclaration: `function (buffers) {
      const ends = new Map();
      // The prototypes of typed arrays are found too.
      for (const { buffer, byteOffset, byteLength } of this.filter(ArrayBuffer.isView))
        ends.set(buffer, Math.max(ends.get(buffer) ?? 0, byteOffset + byteLength));
      let [shared, reserve] = [0, 0];
      for (const [buffer, end] of ends) if (buffer instanceof SharedArrayBuffer) shared += end;
      for (const buffer of buffers) if (!ends.has(buffer) && !Object.hasOwn(buffer, 'constructor')) reserve += buffer.byteLength;
      return { shared, reserve };
    }`,
    returnByValue: true,
  });
  session.disconnect();
  return sums.value;
}
