// Mapping: which column of a file becomes which field of a hook.
import type { SourceFamily } from '../../labels/label.ts';
import type { Field } from './fields.ts';
import type { TextFunction } from './text-functions.ts';

/** Plain data, so that a source can store it in the database. */
export type Mapping = {
  /** The columns that may contain a field, in order of preference. Dots reach into objects, `*` into arrays. */
  map: Partial<Record<Field, string[]>>;
  /** Constants, which take precedence over columns. `year` completes dates without one. */
  set: Partial<Record<Field | 'year', string>>;
  /** Dotted path to the records in nested JSON. */
  records: string | null;
  /** Set if the records are the members of an object: the field that their keys become. */
  keyField: string | null;
  /** The member of a JSON document that holds the records, if the document is no record itself: a playlist of yt-dlp. */
  entries: string | null;
  /** Fields without a column in `map` are matched to columns by name. */
  byName: boolean;
  /** Columns with texts that need no cleaning: our own exports, and spoken lines. */
  finalText: readonly string[];
  /** The column with everything that is said in the video, whose first sentence becomes the column `opening_line`. */
  transcript: string | null;
  /** What kind of text it is, where the platform does not tell. */
  family: SourceFamily | null;
  /** The length at which the source cuts its texts, if it does. */
  cutLength: number | null;
  /** Functions applied to the text of a column, in this order, after `values`. */
  functions: Partial<Record<Field, TextFunction[]>>;
  /** Replacements of values of a column, before the taxonomy is consulted; null is "no value", `*` any other value. */
  values: Partial<Record<Field, Record<string, string | null>>>;
  /** Pattern whose first group is the value of the field. */
  extract: Partial<Record<Field, string>>;
  /** A field derived from the source id: `https://…/{source_id}`. */
  derive: Partial<Record<'source_url', string>>;
  /** Fields that are unknown if this column is true: likes that are switched off read 0. */
  unknownWhere: Partial<Record<Field, string>>;
  /** Reads `17.14.11` as YY.DD.MM. */
  shortDates: boolean;
  /** Removes the apostrophe that our CSV export puts before `= + - @`. */
  unguardCells: boolean;
  /** The name of the source if the import sets none. */
  defaultSource: string | null;
  /** Which files of a directory are imported: `*.csv`. */
  files: string | null;
  /** What filled the directory, if its files are read together: `yt-dlp` puts captions beside each info.json. */
  directory: 'yt-dlp' | null;
};

/** `map` and `set`: pairs. `records_of`: `key:id`, if the records are the members of an object and their keys are the field `id`. */
export type MappingInput = { preset?: string; map?: string[]; set?: string[]; records?: string; records_of?: string };
