// Measures the similar lines of the sample with the included model: npx node scripts/similar-report.ts
// - --lists prints the lines among the first five of each draft that have no reading, as JSON Lines. A reader replaces each `null` and adds
//   them to scripts/similar/readings.jsonl.
//
// docs/similar.md has the figures.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openMeaning, startVectorThread, vectorTask } from '../src/catalog/embeddings/vector-thread.ts';
import { openLiveCatalog } from '../src/catalog/live-catalog.ts';
import { similarHooks } from '../src/catalog/similar/similar-hooks.ts';
import { readText } from '../src/catalog/snapshot/record-text.ts';
import { readConfig } from '../src/config/config.ts';
import { openDatabase } from '../src/db/database.ts';
import { createLabeller } from '../src/labels/labeller.ts';
import type { Observe } from '../src/telemetry/events.ts';
import { testService } from '../test/setup/service.ts';
import { until } from '../test/setup/until.ts';
import { percent } from './real-input.ts';

/** A draft has the meaning of the hook and none of its content words. Nothing may be tuned on `test`. */
type Pair = { draft: string; hook: string; part: 'tune' | 'test' };
/** The authors of the sample knew some topics of `earlier` drafts, and none of `fresh` ones. */
type Draft = { draft: string; language: string; part: 'earlier' | 'fresh' };
/** `useful` is an independent reader's judgement: whether the line helps somebody who writes the draft. */
type Reading = Omit<Draft, 'part'> & { hook: string; useful: boolean };
/** Texts of hooks, the most similar first. */
type Search = (text: string) => Promise<string[]>;

const limit = 10;
/** A list is useful if at least `minUseful` of its first `readLines` lines are. */
const readLines = 5;
const minUseful = 3;

function read<T>(name: string): T[] {
  const file = readFileSync(new URL(`./similar/${name}.jsonl`, import.meta.url), 'utf8');
  const lines = file.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
}

/** Starts a service with the sample, and searches its catalog as `POST /similar` does. */
async function openSearches(closing: AsyncDisposableStack) {
  const env = { HOOKLINE_SAMPLE: '1', HOOKLINE_EMBEDDINGS: 'local' };
  const service = await testService(env);
  closing.defer(service.close);
  const health = async () => (await service.operator('GET', '/operator/health')).body;
  await until(health, ({ embeddings }) => embeddings.vectors > 0 && embeddings.waiting === 0);

  const observe: Observe = (event) => {
    if ('error' in event) console.error(event.error);
  };
  const database = openDatabase(service.databaseUrl, observe);
  closing.defer(database.close);
  const catalog = await openLiveCatalog(service.databaseUrl, database.db, observe);
  closing.defer(catalog.close);
  const { embeddings: config } = readConfig({ ...env, DATABASE_URL: service.databaseUrl });
  if (!config) throw new Error('The included model is off.');
  const vectors = startVectorThread(vectorTask(service.databaseUrl, config), observe);
  const meaning = await openMeaning({ vectors, config, observe });
  closing.defer(meaning.close);
  const { snapshot } = catalog.current();
  const labeller = createLabeller();
  await meaning.serve(snapshot);

  const toTexts = (found: readonly { row: number }[] = []) => found.map(({ row }) => readText(snapshot, row, 'text'));
  const searches = {
    words: async (text) => toTexts(await similarHooks({ snapshot, labeller }, { text, limit })),
    meaning: async (text) => toTexts(await meaning.find(snapshot, { text, limit })),
    both: async (text) => toTexts(await similarHooks({ snapshot, labeller, meaning }, { text, limit })),
  } satisfies Record<string, Search>;
  const texts = new Set(toTexts(Array.from({ length: snapshot.size }, (_, row) => ({ row }))));
  return { texts, searches };
}

async function reportPairs({ texts, searches }: Awaited<ReturnType<typeof openSearches>>): Promise<void> {
  const pairs = read<Pair>('pairs');
  for (const { hook } of pairs) if (!texts.has(hook)) throw new Error(`The sample has no line "${hook}".`);
  table('Paraphrases whose hook is found', 'part', 'by', 'first', 'among 5', 'among 10', 'pairs');
  for (const part of ['tune', 'test'] as const)
    for (const [name, search] of Object.entries(searches)) {
      const places: number[] = [];
      for (const pair of pairs) if (pair.part === part) places.push((await search(pair.draft)).indexOf(pair.hook));
      const among = (count: number) => places.filter((place) => place >= 0 && place < count).length;
      row(part, name, among(1), among(5), among(limit), places.length);
    }
}

type List = Draft & { hooks: string[] };

async function listsOf(search: Search): Promise<List[]> {
  const lists: List[] = [];
  for (const draft of read<Draft>('drafts')) lists.push({ ...draft, hooks: await search(draft.draft) });
  return lists;
}

const keyOf = ({ draft, hook }: Pick<Reading, 'draft' | 'hook'>) => `${draft}\n${hook}`;
const readings = new Map(read<Reading>('readings').map((reading) => [keyOf(reading), reading.useful]));

/** Whether each displayed line is useful; undefined without a reading. */
const verdictsOf = ({ draft, hooks }: List) =>
  hooks.slice(0, readLines).map((hook) => readings.get(keyOf({ draft, hook })));

function reportLists(lists: readonly List[]): void {
  table('Lists of drafts', 'part and language', 'drafts', `with ${limit} lines`, 'read', 'useful', 'of those read');
  const parts = Map.groupBy(lists, ({ part }) => part);
  for (const [name, own] of [...Map.groupBy(lists, ({ part, language }) => `${part} ${language}`), ...parts]) {
    const full = own.filter(({ hooks }) => hooks.length === limit).length;
    const verdicts = own.map(verdictsOf).filter((lines) => !lines.includes(undefined));
    const useful = verdicts.filter((lines) => lines.filter(Boolean).length >= minUseful).length;
    row(name, own.length, percent(full, own.length), verdicts.length, useful, percent(useful, verdicts.length));
  }
}

function printUnread(lists: readonly List[]): void {
  for (const { draft, language, hooks } of lists)
    for (const hook of hooks.slice(0, readLines))
      if (!readings.has(keyOf({ draft, hook }))) console.log(JSON.stringify({ draft, language, hook, useful: null }));
}

const row = (...cells: readonly unknown[]) => console.log(`| ${cells.join(' | ')} |`);

function table(title: string, ...columns: string[]): void {
  console.log(`\n### ${title}\n`);
  row(...columns);
  row(...columns.map(() => '---'));
}

const { values } = parseArgs({ options: { lists: { type: 'boolean', default: false } } });
await using closing = new AsyncDisposableStack();
const opened = await openSearches(closing);
const lists = await listsOf(opened.searches.both);
if (values.lists) printUnread(lists);
else {
  await reportPairs(opened);
  reportLists(lists);
}
