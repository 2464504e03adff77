// Records of an import: raw, mapped and rejected.

import type { HookValues, ImportColumn, LabelColumn, MappedLabel } from '../../db/hook-columns.ts';
import type { GuessedLabel, LabelMethod, SourceFamily } from '../../labels/label.ts';
import type { CreatorVideo } from '../creator-videos/store.ts';

/** `line`: the 1-based physical line where the record begins; `record`: its 1-based number in the file. */
export type Position = { file: string; line: number; record: number };

export type RawRecord = { position: Position; fields: Record<string, unknown> };

/** `value`: the raw record as far as it was read. `field` is `file` if the whole file is rejected. */
export type Rejection = {
  file: string;
  line: number;
  record: number;
  field: string | null;
  reason: string;
  value: unknown;
  /** A video with too few views, which counts towards the usual views of its creator. */
  video?: CreatorVideo | undefined;
};

export type GivenOrigin = { method: LabelMethod; confidence: number };
/** Origin of all labels, and of single ones. */
export type GivenLabels = { method: HookValues<Date>['label_method']; confidence: number } & {
  [L in GuessedLabel]?: GivenOrigin;
};

type RequiredColumn = 'text' | 'views';

export type IncomingHook = Pick<HookValues<Date>, RequiredColumn> & {
  [C in Exclude<ImportColumn, RequiredColumn>]: HookValues<Date>[C] | null;
} & {
  position: Position;
  textKey: string;
  /** Key of the canonical video, if it is known. */
  videoKey: string | null;
  /** Reason for a review of the text, or null. */
  textReason: HookValues<Date>['review_reason'];
  /** Labels with the spelling of the file. */
  givenLabels: Partial<Record<LabelColumn, string>>;
  /** Labels of the file that match no value of the taxonomy, unchanged. A hook with an unknown platform has `Other`. */
  unknownLabels: Partial<Record<MappedLabel, string>>;
  /** Values of date columns that are not dates. */
  unreadDates: string[];
  /** Origin of the labels, if the file has it (our own exports do). */
  labels: GivenLabels | null;
  /** Kind of the text. */
  family: SourceFamily | null;
  /** Hashtags, tags and categories, which help to guess labels. */
  hints: string[];
};

/** A longer value is stored as the beginning of its text, so that an import of rejects.jsonl rejects it instead of using a part. */
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
