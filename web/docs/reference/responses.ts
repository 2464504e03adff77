// Example responses of the reference: recorded from the sample catalog, else generated from the schema.
import { readFileSync } from 'node:fs';
import type { Operation, Schema } from './document.ts';
import { resolve, type Schemas } from './fields.ts';
import { exampleValue } from './values.ts';

/** Responses by operation, written by scripts/record-responses.ts. */
const recorded: Readonly<Record<string, object | undefined>> = JSON.parse(
  readFileSync(new URL('responses.json', import.meta.url), 'utf8'),
);

export type ExampleResponse = (operation: Operation) => string | undefined;

/** Returns JSON text, where `… 12 more` stands for omitted values; undefined where the response is not JSON. */
export function createResponses(operations: readonly Operation[], schemas: Schemas): ExampleResponse {
  const known = new Map<string, unknown>();
  const recordOf = (id: string) => {
    const found = recorded[id];
    return found && !isEmptyList(found) ? found : undefined;
  };
  for (const { id, success } of operations) if (success.schema) collect(success.schema, recordOf(id), schemas, known);
  return ({ id, success }) => {
    if (success.types[0] !== 'application/json' || !success.schema) return undefined;
    const value = recordOf(id) ?? exampleValue(success.schema, { schemas, known });
    return JSON.stringify(value, null, 2).replace(/"⋯(?:": ")?(\d+)"/g, '… $1 more');
  };
}

/** An empty list does not show what its records look like. */
function isEmptyList(response: object): boolean {
  const lists = Object.values(response).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** Collects records by the name of their schema, for operations with the same schema. */
function collect(schema: Schema, value: unknown, schemas: Schemas, known: Map<string, unknown>): void {
  if (value === null || value === undefined) return;
  const name = schema.$ref?.split('/').at(-1);
  if (name && !known.has(name)) known.set(name, value);
  const { properties = {}, items, anyOf = [] } = resolve(schema, schemas);
  const [variant] = anyOf.filter(({ $ref }) => $ref);
  if (variant) collect(variant, value, schemas, known);
  if (items && Array.isArray(value)) collect(items, value[0], schemas, known);
  if (typeof value === 'object')
    for (const [key, property] of Object.entries(properties))
      collect(property, (value as Record<string, unknown>)[key], schemas, known);
}
