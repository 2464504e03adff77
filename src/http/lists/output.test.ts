import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedOutput } from './output.ts';

test('the response format is the accepted one with the highest weight, else JSON', () => {
  const forms: Record<string, string> = {
    'text/csv': 'csv',
    'Text/CSV; charset=utf-8': 'csv',
    'application/x-ndjson': 'jsonl',
    'application/jsonl, */*;q=0.1': 'jsonl',
    'text/csv, */*': 'csv',
    'application/json, text/csv': 'json',
    'application/json;q=0.5, text/csv': 'csv',
    'application/json, text/csv;q=0.5': 'json',
    'text/csv;q=0.2, application/x-ndjson; q=0.4': 'jsonl',
    '*/*, text/csv;q=0.9': 'json',
    'text/csv;q=0': 'json',
    'text/csv;q=much': 'json',
    'text/html': 'json',
    'text/csv-schema': 'json',
    '': 'json',
  };
  for (const [accept, form] of Object.entries(forms)) assert.equal(acceptedOutput(accept), form, accept);
  assert.equal(acceptedOutput(undefined), 'json');
});
