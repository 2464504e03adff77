// The records that pass through an import, from raw to mapped, and what a refusal says. Types and their making, no parsing.

/** `line`: the 1-based physical line where the record begins; `record`: its 1-based ordinal in the file. */
export type Position = { file: string; line: number; record: number };

export type RawRecord = { position: Position; fields: Record<string, unknown> };

/** `value` is the raw record as far as it was read; `field` is `file` where the whole file is refused. */
export type Rejection = {
  file: string;
  line: number;
  record: number;
  field: string | null;
  reason: string;
  value: unknown;
};

/** The fields whose values the taxonomy knows, and the language. */
export type LabelField = 'archetype' | 'emotional_trigger' | 'niche' | 'format' | 'language';

export type GivenLabels = { method: 'given' | 'rules' | 'curator'; confidence: number };

export type IncomingHook = {
  position: Position;
  text: string;
  textKey: string;
  views: number;
  platform: string | null;
  archetype: string | null;
  emotional_trigger: string | null;
  niche: string | null;
  format: string | null;
  language: string | null;
  /** Labels that no value of the taxonomy answers to, as they were given. */
  unknownLabels: Partial<Record<LabelField, string>>;
  /** How the labels were found, where the file says so (our own exports do). */
  labels: GivenLabels | null;
  creator: string | null;
  source_id: string | null;
  source_url: string | null;
  published_at: Date | null;
  views_captured_at: Date | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  duration_seconds: number | null;
  template: string | null;
  /** Hashtags, tags and categories, for the classifier. */
  hints: string[];
};

/** A larger value is kept as the text of its beginning, so that a re-import refuses it instead of taking a part for the whole. */
const maxValueLength = 65_536;

export function isRejection(item: RawRecord | IncomingHook | Rejection): item is Rejection {
  return 'reason' in item;
}

export function reject(position: Position, field: string | null, reason: string, value: unknown = null): Rejection {
  return { ...position, field, reason, value: capValue(value) };
}

function capValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  if (text.length <= maxValueLength) return value;
  return text.slice(0, maxValueLength).toWellFormed();
}
