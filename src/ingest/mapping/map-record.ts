// Maps one raw record to an incoming hook or a rejection. Never throws, whatever the record contains.
import { maxTextLength } from '../../catalog/record.ts';
import type { Block, BlockList } from '../../catalog/takedowns/takedown.ts';
import {
  type HookColumn,
  hookColumn,
  type ImportColumn,
  importColumns,
  type LabelColumn,
  textMethods,
} from '../../db/hook-columns.ts';
import { isGuess, requiredLabels, type SourceFamily } from '../../labels/label.ts';
import { cleanText, hasContent, textKey } from '../../lib/text.ts';
import { platformOfUrl, videoOf } from '../../lib/video-url.ts';
import { openingOfSpeech } from '../captions/captions.ts';
import { type CleanedText, cleanCaption, maxRawTextLength, type Origin } from '../cleaning/clean-caption.ts';
import { endsInMiddle } from '../cleaning/stand-alone.ts';
import { findPlaceholder } from '../cleaning/word-sets.ts';
import { isObject } from '../formats/parse-json.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection, reject } from '../formats/record.ts';
import {
  findLabel,
  type KnownValues,
  noteSpelling,
  readHints,
  readLabels,
  readLanguage,
  readPlatform,
} from './given-labels.ts';
import {
  type Field,
  isNothing,
  type Mapping,
  readCreator,
  readDuration,
  readSourceId,
  readUrl,
  unflatten,
} from './mapping.ts';
import { parseCount } from './parse-count.ts';
import { type DateOptions, findDateOrder, parseDate } from './parse-date.ts';
import { isPresent, isTrue, pick, pickRaw, type Source, toSource } from './read-field.ts';
import { type Binding, bindByName, bindMapping, detectPreset, withPreset } from './resolve-mapping.ts';

type MapOptions = {
  minViews: number;
  now?: number;
  /** Undefined if no takedown blocks anything. */
  findBlock?: BlockList['find'];
  /** Decisions on values outside of the taxonomy. */
  known?: KnownValues;
};

export function mapRecord(raw: RawRecord, mapping: Mapping, options: MapOptions): IncomingHook | Rejection {
  const fields = mapping.isFlat ? unflatten(raw.fields) : raw.fields;
  const source = toSource(withWholeText(withOpeningLine(fields, mapping), mapping), mapping);
  const rejectField = (field: Field, reason: string) => reject(raw.position, field, reason, raw.fields);
  const otherType = findOtherType(fields, mapping);
  if (otherType !== null) return reject(raw.position, null, `the post is not a video but "${otherType}"`, raw.fields);
  const given = pick(source, 'text');
  const cleaned = readText(given, source, options.known ?? noValues);
  const textProblem = 'rejected' in cleaned ? cleaned.rejected : findTextProblem(given, cleaned.text);
  if ('rejected' in cleaned || textProblem !== null) return rejectField('text', textProblem ?? '');
  const { text } = cleaned;
  const givenViews = pick(source, 'views');
  const views = parseCount(givenViews);
  const viewsProblem = findViewsProblem(givenViews, views, options.minViews);
  if (viewsProblem !== null && typeof views !== 'number' && !options.findBlock)
    return rejectField('views', viewsProblem);
  const start = { position: raw.position, text, textKey: textKey(text), views: typeof views === 'number' ? views : 0 };
  const hook = readRest(source, options, start);
  hook.textReason = cleaned.reason ?? findTranscriptReason(hook, raw);
  hook.raw_text ??= readRawText(source, cleaned);
  hook.series_part ??= cleaned.seriesPart;
  const block = options.findBlock && findBlock(hook, options.findBlock);
  // The record is left out of the reject, since it was taken down.
  if (block) return reject(raw.position, block.kind, blockedBy(block));
  return viewsProblem === null ? hook : { ...rejectField('views', viewsProblem), video: toCreatorVideo(hook) };
}

/** Undefined if a value is missing. Missing or invalid views are 0 here. */
function toCreatorVideo({ platform, creator, videoKey: video, views, published_at }: IncomingHook) {
  if (platform === null || creator === null || video === null || views === 0) return undefined;
  return { platform, creator, video, views, publishedAt: published_at?.toISOString() ?? null };
}

function withOpeningLine(fields: RawRecord['fields'], { transcript }: Mapping): RawRecord['fields'] {
  const said = transcript !== null && Object.hasOwn(fields, transcript) ? fields[transcript] : undefined;
  const line = typeof said === 'string' ? openingOfSpeech(said) : null;
  return line === null ? fields : { ...fields, opening_line: line };
}

/** Replaces a title that is cut or a placeholder by the whole text. A cut title must be the beginning of the text. */
function withWholeText(fields: RawRecord['fields'], { wholeText, map }: Mapping): RawRecord['fields'] {
  const whole = wholeText !== null && Object.hasOwn(fields, wholeText) ? fields[wholeText] : undefined;
  if (typeof whole !== 'string' || !hasContent(whole)) return fields;
  const fold = (text: string) => text.replace(/\s+/g, ' ').trim();
  const replaced = (map.text ?? []).filter((column) => {
    const title = Object.hasOwn(fields, column) && column !== 'opening_line' ? fields[column] : undefined;
    if (typeof title !== 'string') return false;
    const stem = fold(title).replace(/(?:…|\.{3})$/, '');
    return findPlaceholder(fold(title)) !== null || (stem !== fold(title) && fold(whole).startsWith(stem.trim()));
  });
  return replaced.length === 0
    ? fields
    : { ...fields, ...Object.fromEntries(replaced.map((column) => [column, whole])) };
}

/** The kind of a post that is not a video, or null. */
function findOtherType(fields: RawRecord['fields'], { videoType }: Mapping): string | null {
  const column = videoType?.columns.find((name) => Object.hasOwn(fields, name));
  const type = column === undefined ? undefined : fields[column];
  if (videoType === null || typeof type !== 'string' || type.trim() === '') return null;
  return new RegExp(videoType.pattern, 'i').test(type) ? null : type.trim().slice(0, 60);
}

/** Names of the row of sums in exports. */
const totals =
  /^(?:(?:grand )?totals?|totale|gesamt\p{L}*|summe|somme|suma|soma|total general|jumlah|toplam|итого?|всего|разом|łącznie|razem|合计|总计|合計|합계|총계|tổng(?: cộng)?)$/iu;

/** Whether a record is the row of sums, which has no text. */
function isTotal({ fields }: RawRecord, { map }: Mapping): boolean {
  const [first] = Object.values(fields);
  const hasText = map.text?.some((column) => isPresent(fields[column]) && fields[column] !== first);
  return typeof first === 'string' && totals.test(first.trim()) && !hasText;
}

/** Reads the member that ingest/collect/transcribe/ sets. */
function findTranscriptReason({ text_method }: IncomingHook, { fields }: RawRecord): IncomingHook['textReason'] {
  return text_method === 'transcribed' && isTrue(fields, 'is_uncertain') ? 'uncertain_transcript' : null;
}

/** Checks the raw text too, and without hashtags and mentions, since anyone can add those to a caption. */
function findBlock(hook: IncomingHook, find: NonNullable<MapOptions['findBlock']>): Block | undefined {
  const found = find(hook);
  const whole = hook.raw_text ?? hook.text;
  if (found || !(hook.raw_text !== null || /[#＃@＠]/.test(whole))) return found;
  const keys = [whole, cleanText(whole, { stripTags: true })].map(textKey);
  return keys.map((key) => find({ ...hook, textKey: key })).find((block) => block !== undefined);
}

function blockedBy({ takedown, kind }: Block): string {
  return `this ${blockNames[kind]} is blocked by takedown ${takedown}`;
}

const blockNames = { text: 'text', source_url: 'video', creator: 'creator' } as const;

function readText(given: unknown, source: Source, known: KnownValues): CleanedText | { rejected: string } {
  if (typeof given === 'string' && !isFinal(source) && !hasGivenLabels(source, known))
    return cleanCaption(given, source.mapping.cutLength, () => readOrigin(source));
  const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? cleanText(given) : '';
  // Captions without punctuation are cut after some words.
  const isCut = textColumnOf(source) === 'opening_line' && !hasGivenLabels(source, known) && endsInMiddle(text);
  return { text, rawText: null, seriesPart: null, reason: isCut ? 'cut_text' : null };
}

/** The text before the functions of the mapping is kept as the raw text. */
function readRawText(source: Source, { text, rawText }: CleanedText): string | null {
  const raw = source.plan.text.functions === undefined ? undefined : pickRaw(source, 'text');
  if (typeof raw !== 'string') return rawText;
  const whole = cleanText(raw).slice(0, maxRawTextLength).toWellFormed();
  return whole === text ? null : whole;
}

/** Whether a person gave the record a known value of every required label. Its text then needs no cleaning. */
function hasGivenLabels(source: Source, known: KnownValues): boolean {
  const origins = readLabels(source.record, source.plan.labels.paths);
  return requiredLabels.every((label) => {
    const value = pick(source, label);
    const method = origins?.[label]?.method ?? origins?.method ?? 'given';
    const found = { known, unknown: {}, keepsOther: false };
    return isPresent(value) && !isGuess(method) && findLabel(label, value, found) !== null;
  });
}

/** Whether the text is from a column whose texts need no cleaning. */
function isFinal(source: Source): boolean {
  const column = textColumnOf(source);
  return column !== undefined && source.mapping.finalText.includes(column);
}

function textColumnOf({ record, mapping: { map } }: Source): string | undefined {
  return map.text?.find((path) => Object.hasOwn(record, path) && isPresent(record[path]));
}

function readOrigin(source: Source): Origin {
  const platform = pick(source, 'platform');
  const niche = pick(source, 'niche');
  return {
    creator: readCreator(pick(source, 'creator')),
    platform: typeof platform === 'string' ? platform : null,
    niche: typeof niche === 'string' ? niche : null,
    isLine:
      source.mapping.family === 'spoken' ||
      isPresent(pick(source, 'text_method')) ||
      lineColumn.test(textColumnOf(source) ?? ''),
  };
}

/** Columns with text that is spoken or shown in the video. */
const lineColumn = /^(?:hook|opener|opening|on[ _-]?screen|overlay|spoken|transcript)/i;

/** Texts that need no cleaning were spoken; YouTube texts are titles. */
function familyOf(source: Source, platform: string | null): SourceFamily {
  if (isFinal(source)) return 'spoken';
  return source.mapping.family ?? (platform === 'YouTube' ? 'title' : 'caption');
}

function findTextProblem(given: unknown, text: string): string | null {
  if (given === undefined) return 'the text is missing or empty';
  if (typeof given !== 'string' && typeof given !== 'number') return `the text is not a string: ${quote(given)}`;
  if (text === '') return 'the text is empty after cleaning';
  if (!hasContent(text)) return 'the text has no letter, digit or emoji';
  if (text.length <= maxTextLength) return null;
  const length = [...text].length;
  return length > maxTextLength ? `the text has ${length} characters, more than the limit of ${maxTextLength}` : null;
}

function findViewsProblem(given: unknown, views: ReturnType<typeof parseCount>, minViews: number): string | null {
  if (views === null) return 'the view count is missing';
  if (views === 'invalid') return `the view count is invalid: ${quote(given)}`;
  if (views >= minViews) return null;
  const format = (count: number) => count.toLocaleString('en-US');
  return `${format(views)} views are below the minimum of ${format(minViews)} (HOOKLINE_MIN_VIEWS)`;
}

function quote(value: unknown): string {
  const text = typeof value === 'object' ? (Array.isArray(value) ? 'an array' : 'an object') : JSON.stringify(value);
  return (text ?? 'nothing').slice(0, 60).toWellFormed();
}

type Start = Pick<IncomingHook, 'position' | 'text' | 'textKey' | 'views'>;
type RestColumn = Exclude<ImportColumn, keyof Start>;
type Context = {
  source: Source;
  head: Omit<IncomingHook, RestColumn>;
  dates: DateOptions;
  known: KnownValues;
};
type Reader = (value: unknown, context: Context) => unknown;

/** Readers of columns for which the type alone is not enough. */
const columnReaders: Partial<Record<RestColumn, Reader>> = {
  platform: labelReader('platform', (value, { head, known }) => readPlatform(value, known, head.unknownLabels)),
  archetype: taxonomyReader('archetype'),
  emotional_trigger: taxonomyReader('emotional_trigger'),
  niche: taxonomyReader('niche'),
  format: taxonomyReader('format'),
  language: labelReader('language', readLanguage),
  creator: readCreator,
  source_id: readSourceId,
  source_url: readUrl,
  text_method: (value) => textMethods.find((method) => method === value) ?? null,
  raw_text: (value) =>
    typeof value === 'string' ? cleanText(value).slice(0, maxRawTextLength).toWellFormed() || null : null,
};

/** `other` is valid in our own records and in constants of an operator. */
function taxonomyReader(field: Parameters<typeof findLabel>[0]): Reader {
  return labelReader(field, (value, { source: { mapping, plan }, head, known }) => {
    const keepsOther = mapping.map.labels !== undefined || plan[field].constant !== undefined;
    return findLabel(field, value, { known, unknown: head.unknownLabels, keepsOther });
  });
}

function labelReader(field: LabelColumn, find: (value: unknown, context: Context) => string | null): Reader {
  return (value, context) => {
    const { source, head } = context;
    const { constant, values, functions } = source.plan[field];
    const id = find(value, context);
    const raw = constant !== undefined ? undefined : values || functions ? pickRaw(source, field) : value;
    noteSpelling(field, raw, id, head.givenLabels);
    return id;
  };
}

const typeReaders: Record<HookColumn['type'], Reader> = {
  text: readOptionalText,
  bigint: readCount,
  int: readCount,
  'double precision': readDuration,
  timestamptz: readDate,
  boolean: readBoolean,
};

function readDate(value: unknown, { dates, head }: Context): Date | null {
  const date = parseDate(value, dates);
  const isText = typeof value === 'string' && !isNothing(value.trim());
  if (date === null && (isText || (typeof value === 'number' && value !== 0)))
    head.unreadDates.push(String(value).slice(0, 100).toWellFormed());
  return date;
}

function readOptionalText(value: unknown): string | null {
  return typeof value === 'string' ? cleanText(value).slice(0, maxTextLength).toWellFormed() || null : null;
}

function readBoolean(value: unknown): boolean | null {
  const text = String(value).toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : null;
}

function readCount(value: unknown): number | null {
  const count = parseCount(value);
  return count === 'invalid' ? null : count;
}

const restColumns = importColumns.filter((name): name is RestColumn => name !== 'text' && name !== 'views');
const readers = restColumns.map((name) => ({ name, read: columnReaders[name] ?? typeReaders[hookColumn(name).type] }));
/** Adding so many members by name makes an object slow, so they are all set first. */
const blank = Object.fromEntries(restColumns.map((name) => [name, null]));

function readColumns(context: Context): IncomingHook {
  const hook: Record<string, unknown> = { ...blank, ...context.head };
  for (const { name, read } of readers) hook[name] = read(pick(context.source, name), context);
  return hook as IncomingHook;
}

const noValues: KnownValues = new Map();

function readRest(source: Source, { now, known = noValues }: MapOptions, start: Start): IncomingHook {
  const { record, mapping, plan } = source;
  const labels = readLabels(record, plan.labels.paths);
  const hints = readHints(record, plan.hints.paths, plan.hints.values);
  const more = { labels, hints, family: null, textReason: null, videoKey: null };
  const head = { ...start, unknownLabels: {}, givenLabels: {}, unreadDates: [], ...more };
  const hook = readColumns({ source, head, dates: { ...plan.dates, now }, known });
  const { source_url: template } = mapping.derive;
  if (template !== undefined && hook.source_id !== null)
    hook.source_url = readUrl(template.replace('{source_id}', encodeURIComponent(hook.source_id)));
  if (hook.platform === null && hook.source_url !== null) hook.platform = platformOfUrl(hook.source_url);
  hook.videoKey = videoOf(hook);
  hook.family = familyOf(source, hook.platform);
  hook.text_method ??= textColumnOf(source) === 'opening_line' ? 'spoken' : null;
  return hook;
}

// Maps batches of raw records to batches of incoming hooks, and binds the mapping to the columns of the file once.

export type MapFileOptions = MapOptions & {
  /** Uses a preset if the file has its columns. */
  detectsPreset?: boolean;
  /** Called at the first record, even if the file is rejected for a missing column. */
  onBind?: (binding: Binding) => void;
};

/** A file without a column for the text or the views is rejected once, not once per record. */
export async function* mapRecords(
  batches: AsyncIterable<Array<RawRecord | Rejection>>,
  mapping: Mapping,
  { detectsPreset = false, onBind = () => {}, ...options }: MapFileOptions,
): AsyncGenerator<Array<IncomingHook | Rejection>> {
  let bound: Mapping | null = null;
  for await (const batch of batches) {
    const records = batch.map((item) => (isRejection(item) ? item : unwrapRejected(item)));
    const first = records.find((item): item is RawRecord => !isRejection(item));
    if (bound === null && first !== undefined) {
      const samples = sampleColumns(records);
      const columns = [...samples.keys()];
      const preset = detectsPreset ? detectPreset(columns) : null;
      const wanted = preset === null ? mapping : withPreset(preset, mapping);
      const result = bindMapping(wanted, columns);
      onBind({ mapping: typeof result === 'string' ? bindByName(wanted, columns) : result, columns: samples, preset });
      if (typeof result === 'string') {
        yield [...records.filter(isRejection), reject({ ...first.position, record: 0 }, 'file', result)];
        return;
      }
      bound = { ...result, dateOrder: result.dateOrder ?? findDateOrder(datesOf(records, result)) };
    }
    const mapped: Array<IncomingHook | Rejection> = [];
    for (const item of records) {
      if (isRejection(item)) mapped.push(item);
      else if (bound !== null && !isTotal(item, bound)) mapped.push(mapRecord(item, bound, options));
    }
    yield mapped;
  }
}

function* datesOf(records: Array<RawRecord | Rejection>, { map }: Mapping): Generator<unknown> {
  const columns = [...(map.published_at ?? []), ...(map.views_captured_at ?? [])];
  for (const item of records) if (!isRejection(item)) for (const column of columns) yield item.fields[column];
}

export const maxSamples = 3;
const maxSampleLength = 80;

/** The columns, each with its first distinct values. */
function sampleColumns(records: Array<RawRecord | Rejection>): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  for (const item of records) {
    if (isRejection(item)) continue;
    for (const [column, value] of Object.entries(item.fields)) {
      const samples = columns.get(column) ?? [];
      columns.set(column, samples);
      const sample = samples.length < maxSamples && isPresent(value) ? sampleOf(value) : undefined;
      if (sample !== undefined && !samples.includes(sample)) samples.push(sample);
    }
  }
  return columns;
}

function sampleOf(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, maxSampleLength).toWellFormed();
}

/**
 * A line of rejects.jsonl contains the rejected record, so that a corrected file or a more lenient import can import it. A line without a
 * record is rejected again for the same reason.
 */
function unwrapRejected(item: RawRecord): RawRecord | Rejection {
  const { fields, position } = item;
  if (!Object.hasOwn(fields, 'reason')) return item;
  const isReject = ['file', 'line', 'field', 'value'].every((key) => Object.hasOwn(fields, key));
  if (!isReject) return item;
  const { file, line, field, reason, value } = fields;
  if (isObject(value)) return { position, fields: value };
  if (typeof file !== 'string' || typeof reason !== 'string') return item;
  const at = typeof line === 'number' && line >= 1 && line <= 2 ** 31 - 1 ? Math.trunc(line) : position.line;
  const where = { file: file.slice(0, 1000), line: at, record: position.record };
  return reject(where, typeof field === 'string' ? field.slice(0, 100) : null, reason.slice(0, 1000), value);
}
