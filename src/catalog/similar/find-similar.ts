// Finds the hooks whose lines are most similar to a text, with reasons. Synchronous, and bounded in time.

import { slotTemplate } from '../../labels/templates/slots.ts';
import type { MeaningLine } from '../embeddings/aligned.ts';
import { rowPosition } from '../snapshot/binary-search.ts';
import { hashKeys, hashText } from '../snapshot/filter-columns.ts';
import { rowsOfHash } from '../snapshot/pairs.ts';
import { readText } from '../snapshot/record-text.ts';
import type { Rows } from '../snapshot/snapshot.ts';
import { rowsOfWord, splitWords } from '../snapshot/vocabulary.ts';
import { diversify } from './diversify.ts';
import {
  type Closeness,
  type ComparedLabel,
  closenesses,
  comparedLabels,
  describeReasons,
  roundScore,
  type Similar,
  type SimilarReason,
} from './similarity.ts';
import {
  isContent,
  lineOfRow,
  rarestContent,
  similarityOf,
  tellingWeight,
  type WeightedLine,
  weighLine,
  weightsOf,
} from './weighted-line.ts';

export type SimilarQuery = {
  text: string;
  /** Row of the hook itself, which is left out. */
  row?: number;
  /** Restricts the result to these rows, ascending. */
  rows?: Uint32Array;
  /** Known labels of a text without a hook. */
  labels?: Partial<Record<ComparedLabel, string | null>>;
  limit: number;
  /** Default `related`, which includes every hook. */
  minCloseness?: Closeness;
};

/** Weights of shared labels where lines cannot be compared by meaning. */
const labelShares: Readonly<Record<ComparedLabel, number>> = { niche: 0.12, language: 0.1, archetype: 0.04 };
/** Factor for labels where the meaning or significant words are compared, which count more. */
const labelsBesideLine = 0.2;

/** Lines below this similarity of words are similar by chance. Fitted on 200 lines of mixed sets. */
const minWords = 0.32;
/** Minimum for lines that share only function words and no template: `This is me` and `This is why` are not similar. */
const minWordsWithoutContent = 0.6;
/** Share of the distance to 1 that an equal template closes. */
const templateShare = 0.35;
/** Weights of words next to the meaning, and of words shared by chance. Pairs cannot distinguish other values: docs/decisions.md. */
const wordsBesideMeaning = 0.5;
const wordsByChance = 0.2;
/** Words or meaning must reach it for closeness `same`. */
const leastOfSame = 0.85;
/** Number of compared candidates: the minimum, and per result. */
const minCompared = 60;
const comparedPerResult = 4;

/** `words` is 0 to 1; unless `isTelling`, these words are shared by chance. `labels` are the labels that both hooks have. */
type Compared = {
  row: number;
  score: number;
  closeness: Closeness;
  words: number;
  isTelling: boolean;
  hasTemplate: boolean;
  meaning: MeaningLine | undefined;
  labels: readonly SharedLabel[];
};

/** Line that rows are compared with. */
type Subject = {
  line: WeightedLine;
  template: string | undefined;
  hasMeaning: boolean;
  labels: readonly SharedLabel[];
};

/**
 * Returns the most similar first, and near repeats of a better result last. `near` are the nearest lines by meaning, empty if unknown. To
 * fill `limit`, the most viewed hooks with shared labels are compared too.
 */
export function findSimilar(snapshot: Rows, query: SimilarQuery, near: readonly MeaningLine[] = []): Similar[] {
  const { text, row: own, rows: only, limit, minCloseness = 'related' } = query;
  const line = weighLine(text, weightsOf(snapshot));
  const template = frameOf(own === undefined ? slotTemplate(text) : readTemplate(snapshot, own));
  const labels = labelsOf(snapshot, query);
  const subject: Subject = { line, template, hasMeaning: near.length > 0, labels };
  const count = Math.max(minCompared, limit * comparedPerResult);
  const meanings = new Map(near.map((meaning) => [meaning.row, meaning]));
  const candidates = new Set([
    ...meanings.keys(),
    ...findCandidates(snapshot, { line, template, only, count }),
    ...(near.length < limit ? rowsByLabels(snapshot, query, labels) : []),
  ]);
  const compared = Array.from(candidates)
    .filter((row) => own === undefined || snapshot.textHashes[row] !== snapshot.textHashes[own])
    .map((row) => compareRow(snapshot, subject, row, meanings.get(row)))
    .filter((one) => rankOf(one) <= closenesses.indexOf(minCloseness))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.score - a.score || a.row - b.row);
  return diversify(snapshot, compared, limit).map((one) => {
    const why = explain(snapshot, subject, one);
    return { row: one.row, score: roundScore(one.score), closeness: one.closeness, reason: describeReasons(why), why };
  });
}

function rankOf({ closeness }: Compared): number {
  return closenesses.indexOf(closeness);
}

function compareRow(
  snapshot: Rows,
  { line, template, hasMeaning, labels: ofLine }: Subject,
  row: number,
  meaning: MeaningLine | undefined,
): Compared {
  const other = lineOfRow(snapshot, row);
  const similarity = similarityOf(line, other);
  const hasTemplate = template !== undefined && hasTemplateOf(snapshot, row, template);
  const words = hasTemplate ? similarity + (1 - similarity) * templateShare : similarity;
  const hasContent = hasTemplate || words >= minWordsWithoutContent || rarestContent(line, other) > 0;
  const isTelling = words >= minWords && hasContent;
  const labels = ofLine.filter(({ hasLabel }) => hasLabel(row));
  const ofLabels = labels.reduce((sum, { kind }) => sum + labelShares[kind], 0);
  const shareOfWords = isTelling ? (hasMeaning ? wordsBesideMeaning : 1) : wordsByChance;
  const shareOfLabels = hasMeaning || isTelling ? labelsBesideLine : 1;
  const unlike = (1 - (meaning?.score ?? 0)) * (1 - words * shareOfWords) * (1 - ofLabels * shareOfLabels);
  const score = words >= leastOfSame ? words : 1 - unlike;
  const isSame = Math.max(words, meaning?.score ?? 0) >= leastOfSame;
  const closeness = isSame ? 'same' : isTelling || meaning?.isNear ? 'close' : 'related';
  return { row, score, closeness, words, isTelling, hasTemplate, meaning, labels };
}

type SharedLabel = { kind: ComparedLabel; value: string; hasLabel: (row: number) => boolean };

/** Returns the labels of the query that hooks can share. */
function labelsOf({ columns }: Rows, { row: own, labels = {} }: SimilarQuery): SharedLabel[] {
  return comparedLabels.flatMap((kind) => {
    const { values, codes } = columns[kind];
    const value = own === undefined ? labels[kind] : values[codes[own]];
    if (!value) return [];
    const code = values.indexOf(value);
    return { kind, value, hasLabel: (row: number) => codes[row] === code };
  });
}

/** The most viewed rows suffice; scanning a million would block requests. */
const maxScanned = 50_000;

/**
 * Returns rows of different texts, more than the limit, since the hook itself is one. Rows that share most labels come first, then the most
 * viewed.
 */
function rowsByLabels(
  { size, textHashes }: Rows,
  { rows: only, limit }: SimilarQuery,
  labels: readonly SharedLabel[],
): number[] {
  const byShared = Array.from({ length: 2 ** labels.length }, (): number[] => []);
  const texts = new Set<number>();
  const most = 2 * limit;
  const end = Math.min(maxScanned, only?.length ?? size);
  for (let at = 0; at < end && (byShared.at(-1)?.length ?? 0) < most; at++) {
    const row = only ? only[at] : at;
    const list = byShared[labels.reduce((bits, { hasLabel }) => 2 * bits + Number(hasLabel(row)), 0)];
    if (list.length === most || texts.has(textHashes[row])) continue;
    texts.add(textHashes[row]);
    list.push(row);
  }
  return byShared.reverse().flat().slice(0, most);
}

function explain(
  snapshot: Rows,
  { line, template }: Subject,
  { row, isTelling, hasTemplate, meaning, labels }: Compared,
): SimilarReason[] {
  const why: SimilarReason[] = [];
  if (hasTemplate && template !== undefined) why.push({ kind: 'template', template });
  if (meaning?.isNear || meaning?.topic !== undefined) {
    const { similarity, topic } = meaning;
    why.push({ kind: 'meaning', similarity: roundScore(similarity), ...(topic === undefined ? {} : { topic }) });
  }
  if (isTelling || rarestContent(line, lineOfRow(snapshot, row)) >= tellingWeight)
    why.push({ kind: 'words', words: sharedWordsOf(readText(snapshot, row, 'text'), line) });
  return [...why, ...labels.map(({ kind, value }) => ({ kind, value }))];
}

const slot = /\[[^\]]*\]/g;
/** A template with fewer words around its slots is not significant. */
const leastFrameWords = 3;

/** Returns undefined for a template without slots, which is the line itself. */
function frameOf(template: string | undefined): string | undefined {
  const words = template?.replace(slot, ' ');
  return words === template || splitWords(words ?? '').length < leastFrameWords ? undefined : template;
}

function hasTemplateOf(snapshot: Rows, row: number, template: string): boolean {
  const key = hashKeys.template(template);
  // Most rows differ in the hash, and reading a record takes longer.
  if (snapshot.hashes.template[row] !== hashText(key)) return false;
  return hashKeys.template(readText(snapshot, row, 'template')) === key;
}

function readTemplate(snapshot: Rows, row: number): string | undefined {
  return snapshot.hashes.template[row] === 0 ? undefined : readText(snapshot, row, 'template');
}

// Candidates for similar lines: rows that share the rarest words, word pairs or the template with a line. Reads only the indexes.

type Indexes = Pick<Rows, 'size' | 'words' | 'pairs' | 'numbers' | 'hashes'>;

type Wanted = {
  line: WeightedLine;
  /** Undefined if the line has no slots: a template without them is the line itself. */
  template: string | undefined;
  /** Restricts the result to these rows, ascending. */
  only: Uint32Array | undefined;
  /** Maximum number of results. */
  count: number;
};

/** Rows of one word, pair or template, ascending. */
type Postings = { rows: Uint32Array; weight: number };

/** Maximum number of postings read, the rarest features first, so that a line of common words takes no longer than others. */
const maxRead = 20_000;
/** Weight of a shared template, equal to some words, so that its rows are candidates even without other common features. */
const templateWeight = 12;

/** Returns the rows that share most first, as far as their postings were read. */
function findCandidates(rows: Indexes, { line, template, only, count }: Wanted): Uint32Array {
  const places = placesOf(rows.size);
  const shared = new Float32Array(maxRead);
  let found = 0;
  let left = maxRead;
  for (const { rows: postings, weight } of postingsOf(rows, line, template)) {
    const cost = Math.min(postings.length, only?.length ?? postings.length);
    // If even the rarest feature exceeds the limit, its most viewed rows are used.
    if (cost > left && left < maxRead) continue;
    left -= Math.min(cost, left);
    visitCommon(postings, only, maxRead, (row) => {
      if (places[row] === 0) {
        foundRows[found++] = row;
        places[row] = found;
      }
      shared[places[row] - 1] += weight;
    });
  }
  for (let at = 0; at < found; at++) places[foundRows[at]] = 0;
  return takeBest(foundRows.subarray(0, found), shared.subarray(0, found), rows.numbers.word_count, count);
}

/** Returns postings by the number of rows, ascending. */
function postingsOf({ words, pairs, hashes }: Indexes, line: WeightedLine, template: string | undefined): Postings[] {
  const postings: Postings[] = [];
  for (const [word, weight] of line.words) postings.push({ rows: rowsOfWord(words, word), weight });
  for (const [hash, weight] of line.pairs) postings.push({ rows: rowsOfHash(pairs, hash), weight });
  if (template !== undefined)
    postings.push({ rows: rowsWith(hashes.template, hashText(hashKeys.template(template))), weight: templateWeight });
  return postings.sort((a, b) => a.rows.length - b.rows.length);
}

function rowsWith(column: Uint32Array, hash: number): Uint32Array {
  const rows: number[] = [];
  for (let row = column.indexOf(hash); row >= 0 && rows.length < maxRead; row = column.indexOf(hash, row + 1))
    rows.push(row);
  return Uint32Array.from(rows);
}

/** Visits up to `limit` rows of `rows` that are in `only` too. Takes the time of the shorter list. */
function visitCommon(
  rows: Uint32Array,
  only: Uint32Array | undefined,
  limit: number,
  visit: (row: number) => void,
): void {
  if (!only) {
    for (const row of rows.subarray(0, limit)) visit(row);
    return;
  }
  const [few, many] = rows.length < only.length ? [rows, only] : [only, rows];
  let at = 0;
  for (let place = 0; place < few.length && place < limit; place++) {
    at = rowPosition(many, few[place], at);
    if (at === many.length) return;
    if (many[at] === few[place]) visit(few[place]);
  }
}

const bins = 1024;
/** Number of rows per result whose length is looked up. */
const consideredPerRow = 4;

/** Divides the shared weight by the length of a line, since long lines share more by chance. */
function takeBest(found: Uint32Array, shared: Float32Array, wordCounts: ArrayLike<number>, count: number): Uint32Array {
  const considered = placesOfLargest(shared, count * consideredPerRow);
  return Uint32Array.from(
    considered
      .map((at) => ({ row: found[at], key: shared[at] / Math.sqrt(Math.max(3, wordCounts[found[at]])) }))
      .sort((a, b) => b.key - a.key || a.row - b.row)
      .slice(0, count),
    ({ row }) => row,
  );
}

/** Returns the places of about `count` largest values, unsorted. Sorting all values would take longer than reading the postings. */
function placesOfLargest(values: Float32Array, count: number): number[] {
  const scale = (bins - 1) / values.reduce((a, b) => Math.max(a, b), 0);
  const counts = new Uint32Array(bins);
  for (const value of values) counts[Math.floor(value * scale)]++;
  let least = bins - 1;
  for (let above = counts[least]; least > 0 && above < count; above += counts[least]) least--;
  const places: number[] = [];
  for (let at = 0; at < values.length && places.length < 2 * count; at++)
    if (values[at] * scale >= least) places.push(at);
  return places;
}

const foundRows = new Uint32Array(maxRead);
let places = new Uint32Array(0);

/**
 * Returns the array of each row's place in `foundRows`, counted from 1 and initially 0. All queries share it, since they are synchronous
 * and reset it.
 */
function placesOf(size: number): Uint32Array {
  if (places.length < size) places = new Uint32Array(size);
  return places;
}

// The words that two similar lines share, spelled as in one of them.

const maxWords = 5;
const spelledWords = /(?:[\p{L}\p{N}\p{M}'’ʼ]|(?<=\d)[,.](?=\d{3}(?!\d)))+/gu;

/** Returns words of `text` that `line` also has, spelled as in `text`, the rarest first; common words only if there are no others. */
function sharedWordsOf(text: string, line: WeightedLine): string[] {
  const shared = new Map<string, { spelled: string; weight: number }>();
  for (const [spelled] of text.matchAll(spelledWords)) {
    const words = splitWords(spelled);
    for (const word of words) {
      const weight = line.words.get(word);
      if (weight === undefined || shared.has(word)) continue;
      // In scripts without spaces, a run of letters has several words.
      shared.set(word, { spelled: words.length === 1 ? spelled : word, weight });
    }
  }
  const content = [...shared].filter(([word]) => isContent(word));
  const telling = content.filter(([, { weight }]) => weight >= tellingWeight);
  return ([telling, content].find(({ length }) => length > 0) ?? [...shared])
    .map(([, one]) => one)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxWords)
    .map(({ spelled }) => spelled);
}
