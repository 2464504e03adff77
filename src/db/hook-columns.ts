// The columns of a hook, in one table. Row types, COPY lists, the staging table, the merge, records, their schema, exports and import
// fields are derived from it. It is in db/ because the types of the tables need it, and every other user depends on db/.
import { type GuessedLabel, labelMethods, sourceFamilies } from '../labels/label.ts';
import { fileNames } from './tables/file-names.ts';
import { reviewReasons } from './tables/review-reasons.ts';

// Properties of a column.

type SqlType = 'text' | 'bigint' | 'int' | 'double precision' | 'timestamptz' | 'boolean';

/** JavaScript values of SQL types. */
type Scalars<Time> = {
  text: string;
  bigint: number;
  int: number;
  'double precision': number;
  timestamptz: Time;
  boolean: boolean;
};

export type HookColumn = {
  type: SqlType;
  nullable?: true;
  /** The database generates the value if an inserted row has none. */
  generated?: true;
  /** Allowed values of a text column. */
  values?: readonly string[];
  /** Minimum and maximum of a number column. */
  range?: readonly [number, number];
  /** Clients get it in every record (`brief`) or in the full record only (`full`); if absent, never. */
  record?: 'brief' | 'full';
  /** Path in the record, if it differs from the column's name: the enclosing objects, then the member's name. */
  path?: readonly [object: string, ...string[], member: string];
  /** The record contains a text: this prefix and the number. */
  prefix?: string;
  /** Label that filters, facets and trends can use. */
  label?: true;
  description?: string;
  example?: string | number;
  /** Import field: read from a file's column of the same name or, if it has none, of one of these names. */
  aliases?: readonly string[];
  /** Computed by the importer for every record. */
  computed?: true;
  /**
   * How source records are merged (catalog/source-records/store.ts): `fact` is a fact of the video; `text` and `label` are the hook's text
   * and labels, which no longer change after a curator's decision.
   */
  merge?: 'fact' | 'text' | 'label';
};

// Columns with the origin of a hook's label.

/** The value is null if the format is unknown. */
const columnOf = <const L extends GuessedLabel, const Member extends string>(label: L, member: Member) =>
  ({ nullable: true, record: 'full', path: ['labels', label, member], computed: true, merge: 'label' }) as const;

const methodOf = <const L extends GuessedLabel>(label: L) =>
  ({ type: 'text', values: labelMethods, ...columnOf(label, 'method') }) as const;

/** Calibrated: of 100 labels with a confidence of 0.8, about 80 are right. */
const confidenceOf = <const L extends GuessedLabel>(label: L) =>
  ({ type: 'double precision', range: [0, 1], ...columnOf(label, 'confidence') }) as const;

// Columns for whether the video of a hook is still available, and why the hook was retired.

/** `unavailable`: its video was deleted or made private. */
const retirements = ['snapshot', 'curator', 'takedown', 'merge', 'undo', 'unavailable'] as const;

/** Set by refreshes of view counts. */
const sourceState = {
  type: 'text',
  values: ['available', 'unavailable'],
  nullable: true,
  record: 'full',
  description: 'Whether the platform still has the video; null if it was never checked',
  example: 'available',
} as const;

// Columns with the origin of a hook's text.

/** `spoken`: the text is from the captions of the video. `transcribed`: a model transcribed the audio (ingest/transcribe/). */
export const textMethods = ['spoken', 'transcribed'] as const;

/** Columns that change with the text. */
const textColumns = {
  /** Text as the source has it; null if it equals `text`. */
  raw_text: {
    type: 'text',
    nullable: true,
    record: 'full',
    description: 'The text as the source wrote it, if cleaning or a transcript changed it',
    example: 'Stop buying index funds before you read this. (Part 2) #money',
    aliases: [],
    merge: 'text',
  },
  text_method: {
    type: 'text',
    values: textMethods,
    nullable: true,
    record: 'full',
    description:
      '`spoken` if the text is from the captions of the video, `transcribed` if a model transcribed its audio; null if it is as the source gives it, such as a title',
    example: 'spoken',
    aliases: [],
    merge: 'text',
  },
  /** Kind of text that the source has; confidences are calibrated per kind. */
  source_family: { type: 'text', values: sourceFamilies, nullable: true, computed: true, merge: 'text' },
  series_part: {
    type: 'int',
    nullable: true,
    record: 'full',
    description: 'Part number of a video in a series',
    example: 2,
    aliases: ['part', 'part_number'],
    merge: 'text',
  },
} as const satisfies Record<string, HookColumn>;

/** Properties of a column that a source may provide and full records contain. */
const shown = { nullable: true, record: 'full' } as const;
const fact = { ...shown, merge: 'fact' } as const;
const label = { type: 'text', label: true, merge: 'label' } as const;

/** Ordered as in the record, the import fields and every generated list. */
export const hookColumns = {
  id: {
    type: 'bigint',
    generated: true,
    record: 'brief',
    prefix: 'hook_',
    description: '`hook_` and digits',
    example: 'hook_1204',
  },
  text: {
    type: 'text',
    record: 'brief',
    description: 'Exact wording of the opening line',
    example: 'Stop buying index funds before you read this.',
    aliases: fileNames.text,
    merge: 'text',
  },
  text_key: { type: 'text', computed: true, merge: 'text' },
  /** Canonical video, such as `youtube/dQw4w9WgXcQ` (lib/video-url.ts); null if unknown. */
  video_key: { type: 'text', nullable: true, computed: true },
  views: {
    type: 'bigint',
    record: 'brief',
    description: 'View count of the source video, a JSON number up to 2^53-1',
    example: 4810233,
    aliases: fileNames.views,
    merge: 'fact',
  },
  platform: {
    ...label,
    record: 'brief',
    description: 'Display name; the set is open-ended',
    example: 'TikTok',
    aliases: ['network', 'site', 'extractor_key', 'extractor', 'plataforma', 'plateforme', 'plattform', 'piattaforma'],
  },
  /** The file's name for a platform that is not in the taxonomy. */
  given_platform: { type: 'text', nullable: true, computed: true, merge: 'label' },
  /** JSON of the labels as spelled in the file, by field; null if it has none. */
  given_labels: { type: 'text', nullable: true, computed: true, merge: 'label' },
  /** JSON of the labels that are not in the taxonomy, by field; null if it has none. */
  unknown_labels: { type: 'text', nullable: true, computed: true, merge: 'label' },
  review_reason: { type: 'text', values: reviewReasons, nullable: true, computed: true, merge: 'label' },
  archetype: {
    ...label,
    record: 'brief',
    description: 'What the line does',
    example: 'negative_command',
    aliases: ['hook_archetype', 'hook_type', 'pattern', 'type'],
  },
  emotional_trigger: {
    ...label,
    record: 'brief',
    description: 'What the line makes the viewer feel',
    example: 'fear',
    aliases: fileNames.emotional_trigger,
  },
  niche: {
    ...label,
    record: 'brief',
    description: 'What the video is about',
    example: 'finance',
    aliases: fileNames.niche,
  },
  format: {
    ...label,
    nullable: true,
    record: 'full',
    description: 'Video format',
    example: 'talking_head',
    aliases: fileNames.format,
  },
  language: {
    ...label,
    nullable: true,
    record: 'full',
    description: 'BCP 47 tag',
    example: 'en',
    aliases: fileNames.language,
  },
  creator: {
    ...fact,
    type: 'text',
    aliases: fileNames.creator,
  },
  source_id: {
    type: 'text',
    nullable: true,
    aliases: ['id', 'video_id', 'post_id', 'aweme_id', 'shortcode'],
  },
  source_url: {
    ...fact,
    type: 'text',
    aliases: fileNames.source_url,
  },
  published_at: {
    ...fact,
    type: 'timestamptz',
    aliases: fileNames.published_at,
  },
  views_captured_at: {
    ...fact,
    type: 'timestamptz',
    aliases: ['captured_at', 'scraped_at', 'collected_at', 'crawled_at', 'trending_date'],
  },
  likes: {
    ...fact,
    type: 'bigint',
    aliases: fileNames.likes,
  },
  comments: {
    ...fact,
    type: 'bigint',
    aliases: fileNames.comments,
  },
  shares: {
    ...fact,
    type: 'bigint',
    aliases: fileNames.shares,
  },
  saves: {
    ...fact,
    type: 'bigint',
    aliases: ['save_count', 'saves_count', 'collect_count', 'bookmarks', 'bookmark_count', 'guardados'],
  },
  duration_seconds: {
    ...fact,
    type: 'double precision',
    aliases: fileNames.duration_seconds,
  },
  template: {
    type: 'text',
    nullable: true,
    record: 'full',
    description: 'The line with its specifics replaced by `[slots]`',
    aliases: ['hook_template'],
    merge: 'text',
  },
  word_count: { type: 'int', record: 'full', computed: true, merge: 'text' },
  label_method: {
    type: 'text',
    values: ['given', 'rules', 'curator'],
    record: 'full',
    path: ['labels', 'method'],
    description: '`rules` if Hookline guessed at least one of archetype, emotional trigger and niche',
    computed: true,
    merge: 'label',
  },
  label_confidence: {
    type: 'double precision',
    range: [0, 1],
    record: 'full',
    path: ['labels', 'confidence'],
    description: 'The lowest of the guessed labels',
    computed: true,
    merge: 'label',
  },
  archetype_method: methodOf('archetype'),
  archetype_confidence: confidenceOf('archetype'),
  emotional_trigger_method: methodOf('emotional_trigger'),
  emotional_trigger_confidence: confidenceOf('emotional_trigger'),
  niche_method: methodOf('niche'),
  niche_confidence: confidenceOf('niche'),
  format_method: methodOf('format'),
  format_confidence: confidenceOf('format'),
  added_at: { type: 'timestamptz', record: 'full' },
  updated_at: { type: 'timestamptz', record: 'full' },
  sample: { type: 'boolean', record: 'full', description: 'true for sample data' },
  ...textColumns,
  text_group: {
    type: 'text',
    generated: true,
    record: 'full',
    description: 'Equal for hooks with the same words, ignoring case, punctuation and emoji',
    example: '9f86d081884c7d65',
  },
  source_state: sourceState,
  // Views compared with the creator's videos, and with the previous count (catalog/outliers/store.ts).
  views_vs_creator: {
    ...shown,
    type: 'double precision',
    description: 'Views divided by the median of the known videos of the creator; null if fewer than 5 are known',
    example: 3.2,
  },
  creator_videos: {
    ...shown,
    type: 'int',
    description: 'Number of videos in the median of `views_vs_creator`',
    example: 41,
  },
  views_per_day: {
    ...shown,
    type: 'bigint',
    description: 'Views gained a day between the two newest counts an hour or more apart; null if there is one count',
    example: 12000,
  },
  state: { type: 'text', values: ['published', 'pending', 'retired', 'rejected'] },
  source: { type: 'text' },
  retired_by: { type: 'text', values: retirements, nullable: true },
  /** The hook of the same video that replaced this one. */
  merged_into: { type: 'bigint', nullable: true },
  /** Time at which a curator last decided the text or labels, which no import changes from then on. */
  curated_at: { type: 'timestamptz', nullable: true },
  import_id: { type: 'text', nullable: true },
  /** Catalog version that last changed the row. */
  version: { type: 'bigint' },
  /** Catalog version that published the hook, the latest one if it was retired in between; null if it was never published. */
  added_version: { type: 'bigint', nullable: true },
  /** Time of the first count of its views, or of its addition if earlier. */
  seen_at: { type: 'timestamptz' },
} as const satisfies Record<string, HookColumn>;

export type HookColumns = typeof hookColumns;
export type HookColumnName = keyof HookColumns;
/** Columns that have a property, or a property of this type. */
type With<K extends keyof HookColumn, V = unknown> = {
  [C in HookColumnName]: HookColumns[C] extends Readonly<Record<K, V>> ? C : never;
}[HookColumnName];

export type RecordColumn = With<'record'>;
export type BriefColumn = With<'record', 'brief'>;
export type LabelColumn = With<'label'>;
/** Labels whose values are in the taxonomy. */
export type MappedLabel = Exclude<LabelColumn, 'language'>;
/** Columns that an import can map. */
export type ImportColumn = With<'aliases'>;
/** Columns of the staging table: values of a source record, and values that the importer computes. */
export type StagedColumn = ImportColumn | With<'computed'>;
type MergedColumn = With<'merge'>;
export type PrefixedColumn = With<'prefix'>;
export type NestedColumn = With<'path'>;
export type GeneratedColumn = With<'generated'>;

/** A row of `hooks`; `Time` is the type of its timestamps. */
export type HookValues<Time> = { -readonly [C in HookColumnName]: Value<HookColumns[C], Time> };
type Value<Column extends HookColumn, Time> =
  | (Column extends { values: readonly (infer V)[] } ? V : Scalars<Time>[Column['type']])
  | (Column extends { nullable: true } ? null : never);

const entries = Object.entries<HookColumn>(hookColumns);
const namesOf = <C extends HookColumnName>(isIn: (column: HookColumn) => boolean) =>
  entries.filter(([, column]) => isIn(column)).map(([name]) => name as C);

export const recordColumns = namesOf<RecordColumn>(({ record }) => record !== undefined);
export const briefColumns = namesOf<BriefColumn>(({ record }) => record === 'brief');
export const importColumns = namesOf<ImportColumn>(({ aliases }) => aliases !== undefined);
export const stagedColumns = namesOf<StagedColumn>(
  ({ aliases, computed }) => aliases !== undefined || computed === true,
);
export const mergedColumns = namesOf<MergedColumn>(({ merge }) => merge !== undefined);

/** Returns the entry of a column without the literal types of the table. */
export function hookColumn(name: HookColumnName): HookColumn {
  return hookColumns[name];
}
