import type { ColumnType, Generated } from 'kysely';
import type { GuessedLabel, LabelMethod, SourceFamily } from '../../labels/label.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A curator's decision about a label of a hook: the guessed or given value, and the right one. */
export type LabelDecisionTable = {
  id: Generated<number>;
  hook_id: number;
  /** The decision is undone with this edit. */
  edit_id: string;
  label: GuessedLabel;
  guessed: string;
  method: LabelMethod;
  confidence: number;
  decided: string;
  source: string;
  source_family: SourceFamily | null;
  created_at: Generated<Date>;
};

export type LabelModelTable = {
  version: Generated<number>;
  /** One model is active. `refused`: it scored worse than the active one. */
  state: 'active' | 'former' | 'refused';
  /** Encoded by labels/model/model.ts; null after it was replaced. */
  bytes: Buffer | null;
  scores: ColumnType<Record<string, unknown>, string, string>;
  /** Number of lines it was trained on. */
  lines: number;
  /** Last id of label_decisions in its training data. */
  last_decision: number;
  /** Last hook whose given labels may be in its training data. */
  last_hook: Generated<number>;
  /** Pending hooks whose decision would improve the model most, best first. */
  teaching: number[];
  created_at: Generated<Date>;
};

/** An answer about a text. The key is the text's hash, and the model's name with the version of the question. */
export type LlmAnswerTable = {
  text_key: string;
  model: string;
  /** Value by label; null if there is no valid answer. */
  labels: ColumnType<Partial<Record<GuessedLabel, string>> | null, string | null, string | null>;
  /** Reason why there is no valid answer. */
  fault: string | null;
  created_at: Timestamp;
};

export type LlmUsageTable = {
  /** First day of the month. */
  month: string;
  model: string;
  calls: number;
  /** Calls without a valid answer for any line. */
  faults: number;
  input_tokens: number;
  output_tokens: number;
};

/** Why calls to a language model or to the provider of embeddings are paused. */
export type LlmStopTable = {
  model: string;
  kind: LlmStopKind;
  /** A sentence for operators. */
  reason: string;
  since: Generated<Date>;
  resume_at: Timestamp;
};

export const llmStopKinds = ['budget', 'rate_limit', 'refused', 'timeout', 'unavailable', 'invalid'] as const;
export type LlmStopKind = (typeof llmStopKinds)[number];
