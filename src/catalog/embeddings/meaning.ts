// Similar lines by meaning: the vectors of the catalog and those of drafts. Absent if the operator has no endpoint of embeddings.
import type { EmbeddingsConfig } from '../../config/embedding-variables.ts';
import { openEmbedder } from '../../embeddings/embedder.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { MeaningLine } from './aligned.ts';
import { createDraftEmbedder } from './drafts.ts';
import type { Figures } from './protocol.ts';
import type { VectorThread } from './vector-thread.ts';

/** `row`: a hook of the snapshot, whose stored vector is used; without it the text is embedded. `rows`: only these, ascending. */
type MeaningQuery = { text: string; row?: number; rows?: Uint32Array; limit: number };

export type Meaning = {
  model: string;
  /** The nearest first; undefined where nothing can be said, and words alone decide. */
  find: (snapshot: Snapshot, query: MeaningQuery) => Promise<MeaningLine[] | undefined>;
  /** Follows the catalog. */
  serve: (snapshot: Snapshot) => Promise<void>;
  /** Loads vectors that were stored since. */
  load: () => Promise<void>;
  figures: () => Figures | undefined;
  close: () => Promise<void>;
};

type MeaningDeps = { vectors: VectorThread; config: EmbeddingsConfig; observe: Observe };

export async function openMeaning({ vectors, config, observe }: MeaningDeps): Promise<Meaning> {
  const embedder = await openEmbedder(config);
  const closing = new AbortController();
  const embedDraft = createDraftEmbedder(embedder, observe, closing.signal);
  const { search, close, ...thread } = vectors;
  return {
    ...thread,
    model: config.model,
    find: async ({ version }, { text, row, rows, limit }) => {
      if (row !== undefined) return search({ version, row, rows, limit });
      const vector = thread.figures()?.vectors ? await embedDraft(text) : undefined;
      return vector && search({ version, vector, rows, limit });
    },
    close: async () => {
      closing.abort();
      await close();
    },
  };
}
