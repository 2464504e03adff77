// The thread of vectors, which all threads that serve share: as the supervisor offers it, and as a member sees it.
import type { Figures } from '../../catalog/embeddings/protocol.ts';
import { startVectorThread, type VectorThread } from '../../catalog/embeddings/vector-thread.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { coalesce } from '../../lib/coalesce.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Calls } from './calls.ts';
import type { SupervisorOffer } from './member.ts';

type VectorOffer = Pick<SupervisorOffer, 'searchVectors' | 'serveVectors' | 'loadVectors'>;

/** `current` is the served snapshot. Members ask for the same version and the same vectors at about the same time. */
export function offerVectors(
  task: Parameters<typeof startVectorThread>[0],
  current: () => Snapshot,
  observe: Observe,
): VectorOffer & Pick<VectorThread, 'close'> {
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

export function sharedVectors(call: Calls<SupervisorOffer>['call']): VectorThread {
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
