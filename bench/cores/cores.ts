// Measures serving with several cores: cost of requests, memory, spread of connections, floods of new ones, and replaced threads.
import type { PartResult } from '../everything.ts';
import { atLeast, atMost, type Goal } from '../goals.ts';
import type { Effort } from '../reads.ts';
import { type Capacity, measureCapacity } from './capacity.ts';
import { type Flood, measureFloods } from './flood.ts';
import { measureReplacements, type Replacement } from './replacement.ts';
import { measureSharing } from './sharing.ts';
import { measureSpread, type Spread } from './spread.ts';
import { capacityTable, floodTable, replacementTable, sharingTable, spreadTable } from './tables.ts';

/** Of a catalog of a few thousand hooks in `dataDir`. */
export async function* measureCores(dataDir: string, { rounds, seconds }: Effort): AsyncGenerator<PartResult> {
  const capacities: Capacity[] = [];
  for (const threads of [1, 2]) capacities.push(await measureCapacity(dataDir, threads, { rounds, seconds }));
  yield { sections: [{ title: 'Cores', table: capacityTable(capacities) }], goals: addedCore(capacities) };
  const spreads: Spread[] = [];
  for (const threads of [2, 4, 8]) spreads.push(await measureSpread(dataDir, threads, rounds));
  yield {
    sections: [{ title: '64 keep-alive connections over threads', table: spreadTable(spreads) }],
    goals: spreads.map(({ threads, worst }) =>
      atMost(`64 connections over ${threads} threads: busiest over the mean`, worst, 1.3, '×'),
    ),
  };
  const floods: Flood[] = [];
  for (const threads of [1, 2]) floods.push(...(await measureFloods(dataDir, threads, floodSeconds)));
  yield {
    sections: [{ title: 'New connections during a flood', table: floodTable(floods) }],
    goals: floods.flatMap(({ threads, attack, during }) => [
      atMost(`new connections, ${coresOf(threads)}, during ${attack}: slowest`, during.max, 100, 'ms'),
      atMost(`new connections, ${coresOf(threads)}, during ${attack}: failed`, during.failed, 0),
    ]),
  };
  const replacements = await measureReplacements(dataDir, 4);
  yield {
    sections: [{ title: 'Replaced threads', table: replacementTable(replacements) }],
    goals: replacements.flatMap(replacementGoals),
  };
}

const floodSeconds = 4;
const coresOf = (threads: number) => (threads === 1 ? '1 core' : `${threads} cores`);

/** Requests per CPU second with the second core beside the first, and the same of a bare server with processes. */
function addedCore([one, two]: readonly Capacity[]): Goal[] {
  if (!one || !two) return [];
  const kept = (of: 'list' | 'fresh' | 'constant') => one[of].cpu / two[of].cpu;
  // Shared caches and kernel locks cost a bare server a part of its second core too.
  const limit = Math.min(1, kept('constant')) * 0.95;
  return [
    atLeast('list: requests per CPU second with 2 cores beside 1', kept('list'), limit, '×'),
    atLeast('list, every query new: requests per CPU second with 2 cores beside 1', kept('fresh'), limit, '×'),
  ];
}

/** The connections of a thread that ends are lost with it. */
function replacementGoals({ event, threads, seconds, kept, fresh }: Replacement): Goal[] {
  if (seconds === undefined)
    return [atMost(`${event}: failed requests, of 64 kept connections over ${threads}`, kept.failed, 64 / threads + 8)];
  return [
    atMost(`${event}: failed requests over kept connections`, kept.failed, 0),
    atMost(`${event}: failed requests over new connections`, fresh.failed, 0),
  ];
}

/** Of the catalog of `dataDir`, which has `hooks`. The service must not be running. */
export async function measureEight(dataDir: string, hooks: string): Promise<PartResult> {
  const one = await measureSharing(dataDir, 1);
  const eight = await measureSharing(dataDir, 8);
  return {
    sections: [{ title: `Eight threads, ${hooks} hooks`, table: sharingTable([one, eight]) }],
    goals: [
      atMost(`memory of 8 threads beside 1, ${hooks} hooks`, eight.bytes / one.bytes, 1.5, '×'),
      atMost(
        `CPU of a new version with 8 threads beside 1, ${hooks} hooks`,
        eight.versionCpu / one.versionCpu,
        1.3,
        '×',
      ),
    ],
  };
}
