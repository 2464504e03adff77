// Goals of reads: the CPU time of pages from the cache and of queries that nobody asked before, and the latency of the latter.
import { atMost, type Goal } from './goals.ts';
import { keptNameOf, type ReadResult } from './reads.ts';

/** Pages of a few KB. Those of others, like trends with 70 KB, are mostly the kernel's time to send them. */
const kept = ['list', 'three filters and facets', '`q`'];

export function readGoals(results: readonly ReadResult[], hooks: string): Goal[] {
  return results.flatMap(({ name, ours, constant }) => {
    const what = `${name}, ${hooks} hooks`;
    const cpu = ours.cpu / constant.cpu;
    if (kept.includes(name)) return [atMost(`${what}: CPU beside the constant body`, cpu, 1.4, '×')];
    if (!name.endsWith('every query new')) return [];
    const cached = results.find((result) => result.name === keptNameOf(name));
    return [
      atMost(`${what}: CPU beside the constant body`, cpu, 3, '×'),
      atMost(`${what}: p99 beside pages from the cache`, ours.p99 / (cached?.ours.p99 ?? Number.NaN), 2, '×'),
    ];
  });
}
