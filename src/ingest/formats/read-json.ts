// A JSON document to raw records: an array, an array somewhere inside objects, or one object. Values are parsed elsewhere.
import { jsonProblem, parseJson, toFields } from './parse-json.ts';
import { type JsonReading, readElements, skipSpace, startReading } from './read-json-array.ts';
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';
import { scanString, scanValue } from './scan-json.ts';
import { advance, atEnd, fill, refuseDamage, type TextCursor } from './text-cursor.ts';

const maxDocumentLength = 64 * 1_048_576;
/** Arrays of objects that belong to one video and are no list of videos. */
const partsOfOneVideo = new Set([
  'formats',
  'requested_formats',
  'thumbnails',
  'chapters',
  'hashtags',
  'mentions',
  'comments',
]);

export async function* readJson(
  cursor: TextCursor,
  file: string,
  records?: string,
  onCut: () => void = () => {},
): AsyncGenerator<Array<RawRecord | Rejection>> {
  const reading = startReading(cursor, file);
  await skipSpace(cursor);
  const first = cursor.text[cursor.at];
  if (first === '[' || (first === '{' && records)) {
    const sound = first === '[' ? yield* readElements(reading) : yield* readUnder(reading, (records ?? '').split('.'));
    if (sound) await refuseRest(reading);
    else onCut();
  } else await readDocument(reading);
  if (reading.batch.length > 0) yield reading.batch;
}

function refuseFile(reading: JsonReading, reason: string, value: unknown = null): false {
  const position: Position = { file: reading.file, line: reading.cursor.line, record: reading.record };
  reading.batch.push(reject(position, 'file', reason, value));
  return false;
}

async function refuseRest(reading: JsonReading): Promise<void> {
  const { cursor } = reading;
  await skipSpace(cursor);
  if (atEnd(cursor)) return;
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  refuseFile(
    reading,
    refuseDamage(cursor, rest) ?? 'there is text after the end of the JSON document',
    rest.toWellFormed(),
  );
}

async function readDocument(reading: JsonReading): Promise<void> {
  const { cursor, file, batch } = reading;
  while (!cursor.ended && cursor.text.length - cursor.at <= maxDocumentLength) await fill(cursor);
  if (!cursor.ended) {
    refuseFile(reading, 'the file is one JSON object of over 64 MiB; name the list inside it with --records');
    return;
  }
  const text = cursor.text.slice(cursor.at);
  const damage = refuseDamage(cursor, text);
  const position: Position = { file, line: cursor.line, record: 1 };
  if (damage !== null) {
    refuseFile(reading, damage, text.toWellFormed());
    return;
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    refuseFile(reading, jsonProblem(error), text.slice(0, 1000).toWellFormed());
    return;
  }
  const item = toFields(position, value);
  const list = 'fields' in item ? findList(item.fields) : null;
  if (list === null) batch.push(item);
  else {
    refuseFile(reading, `the file is one object, and its records lie under "${list}": say --records ${list}`);
  }
}

function findList(fields: Record<string, unknown>): string | null {
  const lists = Object.entries(fields).filter(
    ([name, value]) =>
      !partsOfOneVideo.has(name) &&
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((member) => typeof member === 'object' && member !== null && !Array.isArray(member)),
  );
  return lists.length === 1 ? lists[0][0] : null;
}

type Batches = AsyncGenerator<Array<RawRecord | Rejection>, boolean>;

/** Walks the object at the cursor to the list that `path` names. Returns whether the document is sound up to its end. */
async function* readUnder(reading: JsonReading, path: string[]): Batches {
  const { cursor } = reading;
  const seen: string[] = [];
  let found = false;
  advance(cursor, cursor.at + 1);
  await skipSpace(cursor);
  let open = cursor.text[cursor.at] !== '}';
  while (open) {
    const key = await readKey(reading);
    if (key === null) return false;
    seen.push(key);
    if (key !== path[0]) {
      if (!(await skipValue(reading))) return false;
    } else {
      found = true;
      if (!(yield* readNamed(reading, path))) return false;
    }
    await skipSpace(cursor);
    const next = cursor.text[cursor.at];
    if (next !== ',' && next !== '}') return refuseFile(reading, 'the JSON document is broken or cut short here');
    open = next === ',';
    if (open) advance(cursor, cursor.at + 1);
  }
  advance(cursor, cursor.at + 1);
  return (
    found || refuseFile(reading, `there is no "${path[0]}" in the document; it has: ${seen.slice(0, 20).join(', ')}`)
  );
}

async function* readNamed(reading: JsonReading, path: string[]): Batches {
  const { cursor } = reading;
  const first = cursor.text[cursor.at];
  if (path.length > 1 && first === '{') return yield* readUnder(reading, path.slice(1));
  if (path.length === 1 && first === '[') return yield* readElements(reading);
  return refuseFile(reading, `"${path[0]}" holds no ${path.length === 1 ? 'array of records' : 'object'}`);
}

/** Reads `"key":` and stands at the value. */
async function readKey(reading: JsonReading): Promise<string | null> {
  const { cursor } = reading;
  await skipSpace(cursor);
  let close = scanString(cursor.text, cursor.at);
  while (close >= cursor.text.length && !cursor.ended) {
    await fill(cursor);
    close = scanString(cursor.text, cursor.at);
  }
  try {
    const key = JSON.parse(cursor.text.slice(cursor.at, close + 1));
    advance(cursor, close + 1);
    await skipSpace(cursor);
    if (typeof key === 'string' && cursor.text[cursor.at] === ':') {
      advance(cursor, cursor.at + 1);
      await skipSpace(cursor);
      return key;
    }
  } catch {
    // Refused below, as every other break of the structure.
  }
  refuseFile(reading, 'the JSON document is broken or cut short here');
  return null;
}

async function skipValue(reading: JsonReading): Promise<boolean> {
  const { cursor } = reading;
  for (;;) {
    const scan = scanValue(cursor.text, cursor.at, cursor.ended);
    if (scan.kind === 'more') {
      await fill(cursor);
      continue;
    }
    if (scan.kind === 'broken') return refuseFile(reading, scan.reason);
    try {
      JSON.parse(cursor.text.slice(cursor.at, scan.end));
    } catch (error) {
      return refuseFile(reading, jsonProblem(error));
    }
    advance(cursor, scan.end);
    return true;
  }
}
