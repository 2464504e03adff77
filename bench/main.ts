// npm run bench: measures the service and prints the figures as Markdown tables. README.md describes the options.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWith } from './against.ts';
import { writeCsv } from './catalog-file.ts';
import { atEnd, withCleanup } from './cleanup.ts';
import { measureCollection } from './collect.ts';
import { exportSome, measureExports } from './exports.ts';
import { afterJobs, importFile, makeScratch, startHookline } from './hookline.ts';
import { measureHostile } from './hostile.ts';
import { measureImports } from './imports.ts';
import { lineTable, measureLines } from './lines.ts';
import { connections, loadTool } from './load.ts';
import { describeMachine } from './machine.ts';
import { measureMemory } from './memory.ts';
import { measureMemoryTables } from './memory-table.ts';
import { stopAll } from './processes.ts';
import { measureReads } from './reads.ts';
import { measureDuring } from './reads-during.ts';
import { measureSoak } from './soak.ts';
import { measureSource } from './sources.ts';
import {
  collectTable,
  duringTable,
  exportTable,
  importTable,
  readTable,
  sizeTable,
  sourceTable,
  webhookTable,
} from './tables.ts';
import { measureWebhooks } from './webhooks.ts';

const { values, positionals } = parseArgs({
  options: {
    hooks: { type: 'string' },
    quick: { type: 'boolean', default: false },
    against: { type: 'string' },
    hostile: { type: 'boolean', default: false },
    soak: { type: 'boolean', default: false },
    collect: { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const many = Number(values.hooks ?? 1_000_000);
const few = 5400;
const effort = values.quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 3 };
const duringCount = 100_000;

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
  if (values.lines) {
    for (const count of [few, many])
      print(
        `Similar hooks and checks, ${count.toLocaleString('en')} hooks`,
        lineTable(await measureLines(directory(`lines-${count}`), count)),
      );
    return;
  }
  if (against === undefined) return measureAll();
  const effortAgainst = values.quick ? { rounds: 3, seconds: 1 } : { rounds: 5, seconds: 2 };
  await compareWith(against, scratch.path, effortAgainst, values.hooks ? many : undefined);
});

async function measureAll(): Promise<void> {
  const small = directory('small');
  let hookline = await startHookline(small);
  const fewReads = await measureReads(hookline, small, effort);
  print(`Reads, ${few.toLocaleString('en')} hooks`, readTable(fewReads));
  const file = join(scratch.path, 'more.csv');
  await writeCsv(file, duringCount);
  const during = await measureDuring(hookline, small, () => importFile(small, hookline.url, file));
  print(`Reads while ${duringCount.toLocaleString('en')} hooks are imported`, duringTable(during));
  await hookline.stop();

  print('Sources', sourceTable(await measureSource(directory('sources'), duringCount, effort.rounds)));

  const webhooks = await measureWebhooks(directory('webhooks'), { rounds: effort.rounds });
  print('Webhooks', webhookTable(webhooks));
  print('Reads while 10,000 deliveries go out', duringTable(webhooks.reads));

  const large = directory('large');
  const imports = await measureImports(large, many);
  const memory = await measureMemory(large);
  hookline = await startHookline(large, { isPinned: false });
  const { startSeconds } = hookline;
  await hookline.stop();
  print(`${many.toLocaleString('en')} hooks`, importTable(imports, memory, startSeconds));
  hookline = await startHookline(large);
  await afterJobs(hookline);
  const manyReads = await measureReads(hookline, large, effort);
  print(`Reads, ${many.toLocaleString('en')} hooks`, readTable(manyReads));
  print('The same reads at both sizes', sizeTable(fewReads, manyReads));
  const duringExports = await measureDuring(hookline, large, () => exportSome(hookline));
  await hookline.stop();
  const exports = await measureExports(large, effort.rounds);
  print(`Exports of ${many.toLocaleString('en')} hooks`, exportTable(exports));
  print('Reads while jsonl and csv are exported', duringTable(duringExports));
}

function directory(name: string): string {
  const path = join(scratch.path, name);
  mkdirSync(path);
  return path;
}

function print(title: string, table: string): void {
  console.log(`### ${title}\n\n${table}\n`);
}
