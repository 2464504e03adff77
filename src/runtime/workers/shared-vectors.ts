// The thread of vectors, which all threads that serve share: its methods in the supervisor, and its client in a worker.
import type { Figures } from '../../catalog/embeddings/protocol.ts';
import { startVectorThread, type VectorThread } from '../../catalog/embeddings/vector-thread.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Calls } from './calls.ts';
import type { SupervisorMethods } from './worker.ts';

type VectorMethods = Pick<SupervisorMethods, 'searchVectors' | 'serveVectors' | 'loadVectors'>;

/** `current` is the served snapshot. Workers ask for the same version and the same vectors at about the same time. */
export function createVectorMethods(
  task: Parameters<typeof startVectorThread>[0],
  current: () => Snapshot,
  observe: Observe,
): VectorMethods & Pick<VectorThread, 'close'> {
  const thread = startVectorThread(task, observe);
  let served: Snapshot | undefined;
  const serve = coalesce(async () => {
    const snapshot = current();
    if (served === snapshot) return;
    await thread.serve(snapshot);
    served = snapshot;
  });
  const load = coalesce(thread.load);
  return {
    searchVectors: thread.search,
    serveVectors: async () => {
      await serve();
      return thread.figures();
    },
    loadVectors: async () => {
      await load();
      return thread.figures();
    },
    close: thread.close,
  };
}

export function sharedVectors(call: Calls<SupervisorMethods>['call']): VectorThread {
  let figures: Figures | undefined;
  return {
    serve: async () => {
      figures = await call('serveVectors');
    },
    load: async () => {
      figures = await call('loadVectors');
    },
    search: (search) => call('searchVectors', search),
    figures: () => figures,
    close: async () => {},
  };
}
