// Word lists: files edited by curators are read, and a mistake is reported with its position.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { englishCues, otherCues, usualLabel } from './rules/rules.ts';
import { readWordGroups, readWordList, shareOf, taxonomyId } from './word-list.ts';

const root = join(import.meta.dirname, '..');

test('every list explains its columns and has no duplicates', () => {
  const files = globSync('**/*.tsv', { cwd: root });
  assert.ok(files.length > 10);
  for (const file of files) {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    assert.match(lines[0] ?? '', /^# /, `${file}: begin with a comment that says what the list is for`);
    const seen = new Map<string, number>();
    for (const [at, line] of lines.entries()) {
      if (line === '' || line.startsWith('#')) continue;
      assert.ok(!seen.has(line), `src/${file}:${at + 1}: the entry is already in line ${seen.get(line)}`);
      seen.set(line, at + 1);
    }
  }
});

test('cues of all languages compile, and archetypes have a usual emotional trigger', () => {
  for (const { archetype, emotional_trigger: emotion } of [englishCues(), otherCues()])
    assert.ok(archetype.anywhere.size > 100 && emotion.anywhere.size > 100);
  assert.equal(usualLabel('emotional_trigger', 'archetype', 'urgency'), 'urgency');
  assert.equal(usualLabel('format', 'niche', 'comedy'), undefined);
});

test('comments, blank lines, a byte order mark and carriage returns are ignored, and errors name file and line', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'list.tsv');
  const path = relative(root, file);
  const read = (text: string) => {
    writeFileSync(file, text);
    return readWordList(path, ['niche', 'word', 'share'], ([niche, word, share]) => [
      taxonomyId('niche', niche),
      word,
      shareOf(share),
    ]);
  };
  assert.deepEqual(read('\ufeff# Words.\r\nniche\tword\tshare\r\n\r\n# More.\r\nfood\t# 1\t0.5\r\n'), [
    ['food', '# 1', 0.5],
  ]);
  const mistakes: readonly [text: string, error: RegExp][] = [
    ['niche\tword\nfood\tbread', /list\.tsv:1: The first line must name the columns.*: niche, word, share/],
    ['niche\tword\tshare\n# Bread.\nfood\tbread', /list\.tsv:3: An entry must have 3 columns/],
    ['niche\tword\tshare\nfood\t\t0.5', /list\.tsv:2: A column must not be empty/],
    ['niche\tword\tshare\nfood\tbread \t0.5', /list\.tsv:2: .*spaces/],
    ['niche\tword\tshare\nfoood\tbread\t0.5', /list\.tsv:2: "foood" is not an id of niche/],
    ['niche\tword\tshare\nfood\tbread\t50', /list\.tsv:2: "50" must be a number from 0 to 1/],
  ];
  for (const [text, error] of mistakes) assert.throws(() => read(text), error);
  writeFileSync(file, 'list\tword\nquestion\twhy\nqestion\twho\n');
  assert.throws(() => readWordGroups(path, 'list', ['question']), /list\.tsv:3: "qestion" must be one of: question/);
});
