// The words and lengths that keep the code and its documents readable.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const find = (...patterns: string[]) =>
  globSync(patterns, {
    cwd: root,
    exclude: (name) => /(?:^|\/)(?:node_modules|dist|runtimes)(?:\/|$)/.test(name),
  }).sort();

type Comment = { place: string; text: string };

/** Comments on lines of their own. Lines that follow each other are one comment. */
function commentsOf(path: string): Comment[] {
  const text = read(path);
  const pattern = /^[ \t]*\/\*\*?\s+([\s\S]*?)\*\/|^[ \t]*\/\/ (.*(?:\n[ \t]*\/\/ .*)*)/gm;
  return [...text.matchAll(pattern)].map(({ index, 1: block, 2: lines }) => ({
    place: `${path}:${text.slice(0, index).split('\n').length}`,
    text: (block ?? lines ?? '').replace(/\n[ \t]*(?:\*|\/\/) ?/g, ' ').trim(),
  }));
}

const comments = find('{src,test,bench,scripts,bin}/**/*.{ts,js}', '{sdk,cli,web}/{src,docs}/**/*.{ts,tsx}')
  .filter((path) => !/openapi\.ts$|words\.test\.ts$/.test(path))
  .flatMap(commentsOf);
const documents = find('*.md', 'docs/*.md', '{src,web,sdk,cli}/**/README.md', 'bench/README.md');
/** The changelog keeps the words of its time. */
const currentDocuments = documents.filter((path) => path !== 'CHANGELOG.md');

/** `Of a list.`, `Those that wait.`: fragments that only make sense with the name of what they describe. */
const withoutSubject = /^(?:Of|By|Those|Whose|That of|Also|Beside|Than|Nor|Like|As well)\b/;

test('at most 40 comments start without a subject', () => {
  assert.ok(comments.length > 5_000, 'the comments are found');
  const found = comments.filter(({ text }) => withoutSubject.test(text));
  assert.ok(found.length <= 40, found.map(({ place, text }) => `${place} ${text}`).join('\n'));
});

const forbidden: readonly RegExp[] = [
  /\bunless told\b/i,
  /\b(?:is|are) none\b/,
  /\bputs? (?:itself|themselves) off\b/i,
  /\bbeside\b/i,
  /\b(?:is|are|was|were|been|be|gets?) told\b/i,
  /\b(?:sources?|alerts?|limits?|responses?|machines?|process(?:es)?|rows?|files?|records?) (?:says?|said|tells?|told)\b/i,
  /\bbecomes? of\b/i,
  /\bwhat is due\b/i,
  /\bstarter set\b/i,
  /\b(?:anew|whoever)\b/i,
];

test('no comment or document uses a forbidden pattern', () => {
  const texts = [
    ...comments,
    ...currentDocuments.flatMap((path) =>
      read(path)
        .split('\n')
        .map((text, line) => ({ place: `${path}:${line + 1}`, text })),
    ),
  ];
  const found = texts.filter(({ text }) => forbidden.some((pattern) => pattern.test(text)));
  assert.deepEqual(
    found.map(({ place, text }) => `${place} ${text}`),
    [],
  );
});

test('documents for newcomers are short', () => {
  const lines = (path: string) => read(path).trimEnd().split('\n').length;
  assert.ok(lines('README.md') <= 150);
  assert.ok(lines('ARCHITECTURE.md') <= 250);
  for (const path of find('src/*/README.md', 'web/README.md')) assert.ok(lines(path) <= 30, path);
  const entries = (path: string) => [...read(path).matchAll(/^- /gm)].length;
  assert.ok(entries('docs/decisions.md') <= 70);
  assert.ok(entries('docs/glossary.md') <= 30);
});

test('paths named in code documents exist', () => {
  const named = /`((?:[\w-]+\/)+(?:[\w.-]+\.(?:ts|tsx|md|js))?|[\w-]+\.tsx?)`/g;
  const written = read('.gitignore').replaceAll('\n/', '\n').split('\n');
  /** Roles of files, such as `noun.ts`, and folders that programs write. */
  const isNoFile = (path: string) => /^(?:noun|actions|queries|store)\.ts$/.test(path) || written.includes(path);
  const missing = currentDocuments
    .filter((path) => !/^(?:docs\/(?!decisions)|sdk\/|cli\/)/.test(path))
    .flatMap((document) => {
      const places = [root, join(root, dirname(document)), join(root, 'test')];
      return [...read(document).matchAll(named)]
        .filter(([, path = '']) => !isNoFile(path) && !places.some((place) => existsSync(join(place, path))))
        .map(([, path]) => `${document} names ${path}`);
    });
  assert.deepEqual(missing, []);
});
