// The parts of npm run bench with a million hooks: import, start, memory, freshness, reads, exports and eight threads.
import { measureEight } from './cores/cores.ts';
import type { Part, PartResult } from './everything.ts';
import { exportSome, measureExports } from './exports.ts';
import { atMost } from './goals.ts';
import { afterJobs, idleBytes, startHookline } from './hookline.ts';
import { type ImportResult, measureImports } from './imports.ts';
import { type Bench, duringGoal, few } from './parts.ts';
import { memoryBytes } from './processes.ts';
import { readGoals } from './read-goals.ts';
import { measureReads } from './reads.ts';
import { measureDuring } from './reads-during.ts';
import { measureCommitToServed } from './served.ts';
import { duringTable, exportTable, importTable, memoryTable, readTable, sizeTable, startTable } from './tables.ts';

export function largeParts(bench: Bench, many: number): Part[] {
  const { rounds, directory } = bench;
  const hooks = many.toLocaleString('en');
  let imported: Promise<ImportResult> | undefined;
  let dataDir = '';
  /** Every part needs the catalog; the first one to run imports it. */
  const filled = () => {
    if (dataDir === '') dataDir = directory('large');
    imported ??= measureImports(dataDir, many);
    return imported;
  };
  const on = (measure: (dataDir: string) => AsyncIterable<PartResult>) =>
    async function* () {
      await filled();
      yield* measure(dataDir);
    };
  return [
    {
      name: 'large-import',
      run: async function* () {
        yield importResult(await filled(), hooks);
      },
    },
    { name: 'large-reads', run: on((at) => measureLarge(bench, at, many)) },
    {
      name: 'large-exports',
      run: on(async function* (at) {
        yield exportResult(at, Math.ceil(rounds / 2), hooks);
      }),
    },
    {
      name: 'large-cores',
      run: on(async function* (at) {
        yield measureEight(at, hooks);
      }),
    },
  ];
}

function importResult(result: ImportResult, hooks: string): PartResult {
  return {
    sections: [{ title: `Import of ${hooks} hooks`, table: importTable(result) }],
    goals: [atMost(`import of ${hooks} hooks beside the loop`, result.firstSeconds / result.loop.seconds, 1.3, '×')],
  };
}

async function* measureLarge({ effort, reads }: Bench, dataDir: string, many: number): AsyncGenerator<PartResult> {
  const hooks = many.toLocaleString('en');
  // With all cores, as an operator starts it; then with one, as reads are measured.
  const unpinned = await startHookline(dataDir, { isPinned: false });
  const { startSeconds } = unpinned;
  await afterJobs(unpinned);
  const servedSeconds = await measureCommitToServed(unpinned, 5);
  await unpinned.stop();
  yield {
    sections: [{ title: `Start and changes, ${hooks} hooks`, table: startTable(startSeconds, servedSeconds) }],
    goals: [
      atMost(`start with ${hooks} hooks`, startSeconds, 12, 's'),
      atMost(`commit of 100 changed hooks to served, ${hooks} hooks`, servedSeconds, 0.5, 's'),
    ],
  };
  const hookline = await startHookline(dataDir);
  try {
    const idle = await idleBytes(hookline);
    const results = await measureReads(hookline, dataDir, effort);
    const loaded = memoryBytes([hookline.pid]);
    const small = reads.get(few);
    yield {
      sections: [
        { title: `Reads, ${hooks} hooks`, table: readTable(results) },
        { title: `Memory, ${hooks} hooks`, table: memoryTable({ ...idle, loaded }) },
        ...(small ? [{ title: 'The same reads at both sizes', table: sizeTable(small, results) }] : []),
      ],
      goals: [atMost(`after load, ${hooks} hooks`, loaded / 1e6, 1000, 'MB'), ...readGoals(results, hooks)],
    };
    const during = await measureDuring(hookline, dataDir, () => exportSome(hookline));
    const work = `${hooks} hooks are exported`;
    yield {
      sections: [{ title: `Reads while ${work}`, table: duringTable(during) }],
      goals: [duringGoal(work, during)],
    };
  } finally {
    await hookline.stop();
  }
}

async function exportResult(dataDir: string, rounds: number, hooks: string): Promise<PartResult> {
  const result = await measureExports(dataDir, rounds);
  const { formats, loops } = result;
  const grown = Math.max(...Object.values(formats).map(({ grownBytes }) => grownBytes));
  return {
    sections: [{ title: `Exports of ${hooks} hooks`, table: exportTable(result) }],
    goals: [
      atMost(
        'export to jsonl beside JSON.stringify and a write for each row',
        formats.jsonl.seconds / loops.stringify,
        0.7,
        '×',
      ),
      atMost('export to jsonl beside one write', formats.jsonl.seconds / loops.oneWrite, 3, '×'),
      atMost('export to csv beside COPY TO a file', formats.csv.seconds / loops.copy, 1.2, '×'),
      atMost('memory that an export adds', grown / 1e6, 32, 'MB'),
    ],
  };
}
