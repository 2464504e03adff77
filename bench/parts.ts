// The parts of npm run bench with a few thousand hooks: reads, memory, freshness, sources, webhooks and cores.
import { join } from 'node:path';
import { writeCsv } from './catalog-file.ts';
import { measureCores } from './cores/cores.ts';
import type { Part, PartResult } from './everything.ts';
import { atLeast, atMost, type Goal } from './goals.ts';
import { afterJobs, idleBytes, importFile, startHookline } from './hookline.ts';
import { memoryBytes } from './processes.ts';
import { readGoals } from './read-goals.ts';
import { type Effort, measureReads, type ReadResult } from './reads.ts';
import { type DuringResult, measureDuring } from './reads-during.ts';
import { measureOneRecord } from './served.ts';
import { measureSource } from './sources.ts';
import { duringTable, memoryTable, readTable, sourceTable, webhookTable } from './tables.ts';
import { measureWebhooks } from './webhooks.ts';

export type Bench = {
  /** Of reads. */
  effort: Effort;
  /** Of everything else. */
  rounds: number;
  scratch: string;
  /** Creates a directory in `scratch`. */
  directory: (name: string) => string;
  /** Reads measured so far, by the number of hooks. */
  reads: Map<number, ReadResult[]>;
};

export const few = 5400;
/** Imported during reads. */
const duringCount = 10_000;
const sourceRecords = 100_000;

export function smallParts(bench: Bench): Part[] {
  const { effort, rounds, directory } = bench;
  let dataDir: string | undefined;
  /** The first start fills the catalog. */
  const filled = async () => {
    if (dataDir === undefined) {
      dataDir = directory('small');
      const hookline = await startHookline(dataDir, { isPinned: false });
      await afterJobs(hookline);
      await hookline.stop();
    }
    return dataDir;
  };
  return [
    {
      name: 'reads',
      run: async function* () {
        yield* measureSmall(bench, await filled());
      },
    },
    {
      name: 'sources',
      run: async function* () {
        yield measureSources(directory('sources'), rounds);
      },
    },
    {
      name: 'webhooks',
      run: async function* () {
        yield deliveries(directory('webhooks'), rounds);
      },
    },
    {
      name: 'cores',
      run: async function* () {
        yield* measureCores(await filled(), effort);
      },
    },
  ];
}

async function* measureSmall({ effort, scratch, reads }: Bench, dataDir: string): AsyncGenerator<PartResult> {
  const hooks = few.toLocaleString('en');
  const hookline = await startHookline(dataDir);
  try {
    const idle = await idleBytes(hookline);
    const results = await measureReads(hookline, dataDir, effort);
    reads.set(few, results);
    const loaded = memoryBytes([hookline.pid]);
    yield {
      sections: [
        { title: `Reads, ${hooks} hooks`, table: readTable(results) },
        { title: `Memory, ${hooks} hooks`, table: memoryTable({ ...idle, loaded }) },
      ],
      goals: [
        atMost(`idle, ${hooks} hooks`, idle.service / 1e6, 180, 'MB'),
        atMost(`after load, ${hooks} hooks`, loaded / 1e6, 320, 'MB'),
        atMost(`PostgreSQL, idle, ${hooks} hooks`, idle.database / 1e6, 80, 'MB'),
        ...readGoals(results, hooks),
      ],
    };
    const seconds = await measureOneRecord(hookline, 5);
    const served = atMost(`import of one record to served, ${hooks} hooks`, seconds * 1000, 250, 'ms');
    const file = join(scratch, 'more.csv');
    await writeCsv(file, duringCount);
    const during = await measureDuring(hookline, dataDir, () => importFile(dataDir, hookline.url, file));
    const work = `${duringCount.toLocaleString('en')} hooks are imported`;
    yield {
      sections: [{ title: `Reads while ${work}`, table: duringTable(during) }],
      goals: [served, duringGoal(work, during)],
    };
  } finally {
    await hookline.stop();
  }
}

export function duringGoal(work: string, { during, idle }: DuringResult): Goal {
  return atMost(`p99 of reads while ${work}, beside idle`, during / idle, 2, '×');
}

async function measureSources(directory: string, rounds: number): Promise<PartResult> {
  const result = await measureSource(directory, sourceRecords, rounds);
  return {
    sections: [{ title: 'Sources', table: sourceTable(result) }],
    goals: [atMost('source of 100,000 unchanged records', result.unchangedSeconds, 3, 's')],
  };
}

async function deliveries(directory: string, rounds: number): Promise<PartResult> {
  const webhooks = await measureWebhooks(directory, { rounds });
  const { ours, pool, fetch, reads } = webhooks;
  const work = `${webhooks.during.toLocaleString('en')} deliveries go out`;
  return {
    sections: [
      { title: 'Webhooks', table: webhookTable(webhooks) },
      { title: `Reads while ${work}`, table: duringTable(reads) },
    ],
    goals: [
      atMost('CPU of a delivery beside Pool.request', ours.cpu / pool.cpu, 2, '×'),
      atLeast('deliveries/s beside fetch', ours.perSecond / fetch.perSecond, 3, '×'),
      duringGoal(work, reads),
    ],
  };
}
