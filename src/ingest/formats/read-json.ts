// JSON reader: raw records of an array, of an array inside objects, or of a single object.
import { isObject, jsonProblem, parseJson, toFields } from './parse-json.ts';
import { type JsonReading, readElements, skipSpace, startReading } from './read-json-array.ts';
import { type Position, type RawRecord, type Rejection, reject } from './record.ts';
import { scanString, scanValue } from './scan-json.ts';
import { advance, atEnd, fill, findDamage, type TextCursor } from './text-cursor.ts';

const maxDocumentLength = 64 * 1_048_576;
/** Arrays of objects within one video, as opposed to a list of videos. */
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
    const isWhole =
      first === '[' ? yield* readElements(reading) : yield* readUnder(reading, (records ?? '').split('.'));
    if (isWhole) await rejectRest(reading);
    else onCut();
  } else await readDocument(reading);
  if (reading.batch.length > 0) yield reading.batch;
}

function rejectFile(reading: JsonReading, reason: string, value: unknown = null): false {
  const position: Position = { file: reading.file, line: reading.cursor.line, record: reading.record };
  reading.batch.push(reject(position, 'file', reason, value));
  return false;
}

async function rejectRest(reading: JsonReading): Promise<void> {
  const { cursor } = reading;
  await skipSpace(cursor);
  if (atEnd(cursor)) return;
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  rejectFile(
    reading,
    findDamage(cursor, rest) ?? 'unexpected text after the end of the JSON document',
    rest.toWellFormed(),
  );
}

async function readDocument(reading: JsonReading): Promise<void> {
  const { cursor, file, batch } = reading;
  while (!cursor.ended && cursor.text.length - cursor.at <= maxDocumentLength) await fill(cursor);
  if (!cursor.ended) {
    rejectFile(reading, 'the file is one JSON object larger than 64 MiB; set --records to the list of records in it');
    return;
  }
  const text = cursor.text.slice(cursor.at);
  const damage = findDamage(cursor, text);
  const position: Position = { file, line: cursor.line, record: 1 };
  if (damage !== null) {
    rejectFile(reading, damage, text.toWellFormed());
    return;
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    rejectFile(reading, jsonProblem(error), text.slice(0, 1000).toWellFormed());
    return;
  }
  const item = toFields(position, value);
  const list = 'fields' in item ? findList(item.fields) : null;
  if (list === null) batch.push(item);
  else rejectFile(reading, `the file is one object with a list of records under "${list}"; set --records ${list}`);
}

function findList(fields: Record<string, unknown>): string | null {
  const [list, ...others] = Object.entries(fields).filter(
    ([name, value]) => !partsOfOneVideo.has(name) && Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  return list !== undefined && others.length === 0 ? list[0] : null;
}

type Batches = AsyncGenerator<Array<RawRecord | Rejection>, boolean>;

/** Reads the list at `path` in the object at the cursor. Returns whether the object is valid up to its end. */
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
    if (next !== ',' && next !== '}') return rejectFile(reading, brokenHere);
    open = next === ',';
    if (open) advance(cursor, cursor.at + 1);
  }
  advance(cursor, cursor.at + 1);
  return (
    found || rejectFile(reading, `there is no "${path[0]}" in the document; it has: ${seen.slice(0, 20).join(', ')}`)
  );
}

async function* readNamed(reading: JsonReading, path: string[]): Batches {
  const { cursor } = reading;
  const first = cursor.text[cursor.at];
  if (path.length > 1 && first === '{') return yield* readUnder(reading, path.slice(1));
  if (path.length === 1 && first === '[') return yield* readElements(reading);
  return rejectFile(reading, `"${path[0]}" is not an ${path.length === 1 ? 'array of records' : 'object'}`);
}

const brokenHere = 'the JSON document is invalid or truncated here';

/** Reads `"key":` and moves to the value. */
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
    // Rejected below, like any other error of structure.
  }
  rejectFile(reading, brokenHere);
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
    if (scan.kind === 'broken') return rejectFile(reading, scan.reason);
    try {
      JSON.parse(cursor.text.slice(cursor.at, scan.end));
    } catch (error) {
      return rejectFile(reading, jsonProblem(error));
    }
    advance(cursor, scan.end);
    return true;
  }
}
