// API types of the pages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { emitWebTypes, namedSchemas } from '../../scripts/web-types.ts';
import '../setup/endpoints.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

test('web/src/api/openapi.ts is up to date; npm run generate writes it', () => {
  assert.equal(read('web/src/api/openapi.ts'), emitWebTypes(namedSchemas(), read('sdk/src/openapi.ts')));
});

test('the SDK exports no operator or session types', () => {
  const types = read('sdk/src/openapi.ts');
  for (const name of ['Account', 'Key', 'AuditRecord', 'OperatorHook', 'Source', 'ImportRecord', 'SessionRecord'])
    assert.doesNotMatch(types, new RegExp(`^export type ${name} `, 'm'));
});
