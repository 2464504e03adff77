// Lists similar lines of real captions and titles for a reader, and finds planted near duplicates: npx node scripts/similar-report.ts
//   --lines N, --seed N   how many lines are listed, and which (200, 1)
//   --planted N   how many near duplicates are planted (2,000)
//   --min-views N (100,000)
// The records, in ../shared/input, are not part of the project.
import { hash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findSimilar } from '../src/catalog/similar/find-similar.ts';
import { collectRows } from '../src/catalog/snapshot/collect-rows.ts';
import type { Rows } from '../src/catalog/snapshot/snapshot.ts';
import type { SnapshotRow } from '../src/catalog/snapshot/store.ts';
import { recordColumns } from '../src/db/hook-columns.ts';
import { isRejection } from '../src/ingest/formats/record.ts';
import { labelHook } from '../src/ingest/publish/missing-labels.ts';
import { createLabeller } from '../src/labels/labeller.ts';
import { hasInput, readSet, sets } from './real-input.ts';

const { values: options } = parseArgs({
  options: {
    lines: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    planted: { type: 'string', default: '2000' },
    'min-views': { type: 'string', default: '100000' },
  },
});
const shown = 5;

const empty = Object.fromEntries(recordColumns.map((name) => [name, null]));
const times = { added_at: 0, updated_at: 0, seen_at: 0, version: 1, added_version: 1 };

/** As an import publishes them: of the texts that pass its checks, with labels that are given or guessed. */
async function readHooks(): Promise<SnapshotRow[]> {
  const labelling = { labeller: createLabeller(), floor: 0.8, source: '' };
  const hooks: SnapshotRow[] = [];
  for (const name of Object.keys(sets))
    for await (const { item } of readSet(name, Number(options['min-views']))) {
      if (isRejection(item) || item.textReason !== null) continue;
      const labelled = labelHook(item, labelling);
      const text_group = hash('sha256', item.textKey).slice(0, 16);
      hooks.push({ ...empty, ...labelled, ...times, id: hooks.length + 1, text_group } as unknown as SnapshotRow);
    }
  return hooks.sort((a, b) => b.views - a.views || a.id - b.id);
}

const build = (hooks: readonly SnapshotRow[]): Promise<Rows> =>
  collectRows(hooks.length, async (take) => hooks.forEach(take));

/** A linear congruential generator, so that a seed always gives the same lines. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

function listSimilar(hooks: readonly SnapshotRow[], rows: Rows): void {
  const random = createRandom(Number(options.seed));
  const wanted = Number(options.lines);
  const drawn = new Set<number>();
  while (drawn.size < Math.min(wanted, hooks.length)) drawn.add(random(hooks.length));
  let without = 0;
  for (const [at, row] of [...drawn].entries()) {
    const text = hooks[row]?.text ?? '';
    const found = findSimilar(rows, { text, row, limit: shown });
    if (found.length === 0) without++;
    console.log(`\n${at + 1}. ${text}`);
    for (const [place, { row: similar, score, why }] of found.entries()) {
      const reasons = why.map((reason) => (reason.kind === 'words' ? reason.words.join(', ') : reason.kind)).join('; ');
      console.log(`   ${place + 1}) ${score.toFixed(2)} ${hooks[similar]?.text} [${reasons}]`);
    }
  }
  console.log(`\nWithout similar lines: ${without} of ${drawn.size}`);
}

const changes = ['replaced', 'removed', 'added'] as const;

/** A near duplicate is a line with one word replaced, removed or added. The line that it was made of must stand first. */
function findPlanted(hooks: readonly SnapshotRow[], rows: Rows): void {
  const random = createRandom(Number(options.seed));
  const planted = Number(options.planted);
  const tried = { replaced: 0, removed: 0, added: 0 };
  const first = { replaced: 0, removed: 0, added: 0 };
  for (let line = 0; line < planted; ) {
    const hook = hooks[random(hooks.length)];
    const words = hook?.text.split(/\s+/) ?? [];
    // Of a shorter line, one changed word leaves another line.
    if (!hook || words.length < 4) continue;
    const other = hooks[random(hooks.length)]?.text.split(/\s+/) ?? [];
    const change = changes[line++ % changes.length] ?? 'replaced';
    const at = random(words.length);
    const changed = words.toSpliced(
      at,
      change === 'added' ? 0 : 1,
      ...(change === 'removed' ? [] : [other[random(other.length)] ?? '']),
    );
    const [best] = findSimilar(rows, { text: changed.join(' '), limit: shown });
    tried[change]++;
    if (best && hooks[best.row]?.text_group === hook.text_group) first[change]++;
    else console.log(`Not first: ${changed.join(' ')} | ${hook.text} | ${best ? hooks[best.row]?.text : 'nothing'}`);
  }
  for (const change of changes) console.log(`A word ${change}: ${first[change]} of ${tried[change]} stand first`);
}

if (!hasInput) {
  console.log('Nothing to measure: ../shared/input does not exist.');
} else {
  const hooks = await readHooks();
  const rows = await build(hooks);
  console.log(`${hooks.length} lines`);
  listSimilar(hooks, rows);
  findPlanted(hooks, rows);
}
