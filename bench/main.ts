// npm run bench: measures the service and prints the figures as Markdown tables. README.md describes the options.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWith } from './against.ts';
import { atEnd, withCleanup } from './cleanup.ts';
import { measureCollection } from './collect.ts';
import { runParts } from './everything.ts';
import { feedTable, measureFeeds } from './feeds.ts';
import { makeScratch } from './hookline.ts';
import { measureHostile } from './hostile.ts';
import { largeParts } from './large-parts.ts';
import { lineTable, measureLines } from './lines.ts';
import { connections, loadTool } from './load.ts';
import { describeMachine } from './machine.ts';
import { mcpTable, measureMcp } from './mcp.ts';
import { measureMemoryTables } from './memory-table.ts';
import { type Bench, few, smallParts } from './parts.ts';
import { stopAll } from './processes.ts';
import { measureRequestLog } from './request-log.ts';
import { measureSoak } from './soak.ts';
import { collectTable } from './tables.ts';

const { values, positionals } = parseArgs({
  options: {
    hooks: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    against: { type: 'string' },
    hostile: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    collect: { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    mcp: { type: 'boolean', default: false },
    feeds: { type: 'boolean', default: false },
    'request-log': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const many = Number(values.hooks ?? 1_000_000);
// Many short rounds: the speed of a machine changes within seconds.
const effort = values.quick ? { rounds: 1, seconds: 1 } : { rounds: 7, seconds: 1 };

const scratch = makeScratch();
atEnd(scratch.remove);
const { against } = values;
await withCleanup(async () => {
  atEnd(stopAll);
  console.log(
    `${new Date().toISOString().slice(0, 10)}; ${describeMachine()}; ${loadTool}, ${connections} connections\n`,
  );
  if (values.hostile) return print('Hostile load', await measureHostile(directory('hostile'), positionals[0]));
  if (values.soak) return print('Soak', await measureSoak(directory('soak'), Number(positionals[0] ?? 30)));
  if (values.collect)
    return print('Collection', collectTable(await measureCollection(directory('collect'), effort.rounds)));
  if (values.memory) return measureMemoryTables(scratch.path, effort, positionals[0] ?? [few, many], print);
  if (values.mcp) return print('Tools of MCP', mcpTable(await measureMcp(directory('mcp'), effort)));
  if (values.feeds) return print('Feeds', feedTable(await measureFeeds(directory('feeds'), effort)));
  if (values['request-log']) return print('Request log', await measureRequestLog());
  if (values.lines) {
    for (const count of [few, many])
      print(
        `Similar hooks and checks, ${count.toLocaleString('en')} hooks`,
        lineTable(await measureLines(directory(`lines-${count}`), count)),
      );
    return;
  }
  if (against === undefined) return measureAll();
  const effortAgainst = values.quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 1 };
  await compareWith(against, scratch.path, effortAgainst, values.hooks ? many : undefined);
});

async function measureAll(): Promise<void> {
  const bench: Bench = { effort, rounds: values.quick ? 1 : 2, scratch: scratch.path, directory, reads: new Map() };
  const parts = [...smallParts(bench), ...largeParts(bench, many)];
  const names = parts.map(({ name }) => name);
  const only = values.only?.split(',') ?? names;
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`--only must be one or more of ${names.join(', ')}, not ${unknown.join(', ')}.`);
  const chosen = parts.filter(({ name }) => only.includes(name));
  console.log(await runParts(chosen, chosen.length === parts.length && !values.quick));
}

function directory(name: string): string {
  const path = join(scratch.path, name);
  mkdirSync(path);
  return path;
}

function print(title: string, table: string): void {
  console.log(`### ${title}\n\n${table}\n`);
}
