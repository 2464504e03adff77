// A line with labels that are known to be right, which the model learns from.
import type { SourceFamily } from '../label.ts';
import type { ModelLabel } from './classes.ts';

export type TrainingLine = {
  /** `hook_17`, of an anchor `anchor_17`. */
  id: string;
  text: string;
  /** Hashtags. */
  tags: readonly string[];
  platform: string | null;
  family: SourceFamily | null;
  source: string | null;
  creator: string | null;
  /** Those that are known. */
  labels: Partial<Record<ModelLabel, string>>;
  /** Who says so: a source that is trusted, or a curator; an `anchor` is of the starter set. */
  kind: 'given' | 'decision' | 'anchor';
};
