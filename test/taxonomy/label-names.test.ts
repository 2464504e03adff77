// Display names of labels on the web pages, which are generated from the taxonomy.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  announcementNamesFile,
  emitAnnouncementNames,
  emitLabelNames,
  labelNamesFile,
} from '../../scripts/generate-label-names.ts';
import { taxonomy } from '../../src/taxonomy/taxonomy.ts';
import { labelName } from '../../web/src/api/label-names.ts';

test('label and announcement names in web/src/api are up to date; npm run generate writes them', () => {
  assert.equal(readFileSync(announcementNamesFile, 'utf8'), emitAnnouncementNames());
  assert.equal(readFileSync(labelNamesFile, 'utf8'), emitLabelNames());
});

test('labelName returns the display name of every taxonomy value', () => {
  for (const { id, name } of Object.values(taxonomy).flat()) assert.equal(labelName(id), name);
  assert.deepEqual(['how_to', 'ai', 'q_and_a', 'TikTok', 'new_label'].map(labelName), [
    'How to',
    'AI',
    'Q&A',
    'TikTok',
    'New label',
  ]);
});
