// Types of the tables of labels.
import type { ColumnType, Generated } from 'kysely';
import type { GuessedLabel, LabelMethod, SourceFamily } from '../../labels/label.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A curator's decision about a label of a hook: what was guessed, or given, and what is right. */
export type LabelDecisionTable = {
  id: Generated<number>;
  hook_id: number;
  /** Undone with it. */
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
  /** One is active. `refused`: it scored worse than the one that is active. */
  state: 'active' | 'former' | 'refused';
  /** labels/model/encode.ts; null after it was replaced. */
  bytes: Buffer | null;
  scores: ColumnType<Record<string, unknown>, string, string>;
  /** That it was trained on. */
  lines: number;
  /** The last of label_decisions that it knew. */
  last_decision: number;
  /** The last of the hooks whose given labels it may know. */
  last_hook: Generated<number>;
  /** Waiting hooks whose decision would teach most, first the one that would most. */
  teaching: number[];
  created_at: Generated<Date>;
};

/** An answer about a text, by the hash of the text and the name of the model with the version of the question. */
export type LlmAnswerTable = {
  text_key: string;
  model: string;
  /** Value by label; null if there is no valid answer. */
  labels: ColumnType<Partial<Record<GuessedLabel, string>> | null, string | null, string | null>;
  /** Why there is none. */
  fault: string | null;
  created_at: Timestamp;
};

export type LlmUsageTable = {
  /** Its first day. */
  month: string;
  model: string;
  calls: number;
  /** Calls without a valid answer about any line. */
  faults: number;
  input_tokens: number;
  output_tokens: number;
};

/** Why a language model, or the endpoint of embeddings, is not asked at present. */
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
