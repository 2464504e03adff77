// Reads a page of a JSON API: its records, and what its body says of the next page.

import { isObject, parseJson } from '../../formats/parse-json.ts';
import { findList } from '../../formats/read-json.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { LocationError } from '../collector.ts';

export type PageMapping = Pick<Mapping, 'records' | 'keyField'>;

/** Throws a LocationError if it is not JSON. */
export function parsePage(host: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new LocationError(
      `${host} did not answer JSON.`,
      'Check the location: it must be that of an API, not of a page.',
    );
  }
}

/** Each as JSON. An empty or missing list of a page after the first is none. Throws a LocationError if there is no list. */
export function recordsOf(document: unknown, { records, keyField }: PageMapping): string[] {
  const list = Array.isArray(document) ? document : records !== null ? listAt(document, records) : listIn(document);
  if (Array.isArray(list)) return list.map((record) => JSON.stringify(record));
  if (keyField === null || !isObject(list))
    throw new LocationError(
      `"${records}" is ${isObject(list) ? 'an object' : `a ${typeof list}`}, not a list.`,
      remedy,
    );
  return Object.entries(list).map(([key, member]) =>
    JSON.stringify(isObject(member) ? { ...member, [keyField]: key } : member),
  );
}

const remedy = 'Set --records to the path of the list, such as data.items.';

function listAt(document: unknown, path: string): unknown {
  const found = valueAt(document, path);
  if (found === undefined)
    throw new LocationError(`There is no "${path}" in the response; ${membersOf(document)}.`, remedy);
  return found ?? [];
}

/** The only list of objects of the document. */
function listIn(document: unknown): unknown {
  if (!isObject(document)) throw new LocationError('The response is neither a list nor an object.', remedy);
  const name = findList(document);
  if (name !== null) return document[name];
  if (Object.values(document).some((value) => Array.isArray(value) && value.length === 0)) return [];
  throw new LocationError(`There is no list of records in the response; ${membersOf(document)}.`, remedy);
}

function membersOf(document: unknown): string {
  if (!isObject(document)) return 'it is no object';
  return `it has: ${Object.keys(document).slice(0, 20).join(', ').slice(0, 300)}`;
}

/** Undefined if there is none. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
