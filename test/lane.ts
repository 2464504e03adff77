// One process of a test run: takes test files from the queue one by one, so that the service is imported and compiled once per process
// rather than once per file. `test/run.ts` starts several.
import { AsyncResource } from 'node:async_hooks';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, mock, suite } from 'node:test';
import { cpuSeconds } from './setup/cpu.ts';
import { endLane, starts } from './setup/lane-state.ts';

/** Cost of a file in this process and its child processes; the shared database and browser are not included. */
export type FileCost = { file: string; cpuSeconds: number; services: number; processes: number };

const { HOOKLINE_TEST_FILES = '[]', HOOKLINE_TEST_CLAIMS = '' } = process.env;
const root = join(import.meta.dirname, '..');
const files: string[] = JSON.parse(HOOKLINE_TEST_FILES);
const env = { ...process.env };

/** Creating a directory succeeds in only one lane. */
function claim(file: string): boolean {
  try {
    mkdirSync(join(HOOKLINE_TEST_CLAIMS, file.replaceAll('/', '+')));
    return true;
  } catch {
    return false;
  }
}

/** Undoes changes of a file to the process. */
function reset(): void {
  mock.reset();
  process.chdir(root);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

function record(file: string, cpuBefore: number, before: typeof starts): void {
  const services = starts.services - before.services;
  const processes = starts.processes - before.processes;
  const cost: FileCost = { file, cpuSeconds: cpuSeconds() - cpuBefore, services, processes };
  appendFileSync(`${HOOKLINE_TEST_CLAIMS}.jsonl`, `${JSON.stringify(cost)}\n`);
}

/**
 * Runs a file as a suite, so that its test hooks apply to its own tests only. Bound to this context, since a suite created in a hook of
 * another would be nested in it.
 */
const runNext = AsyncResource.bind(async () => {
  const file = files.find(claim);
  if (file === undefined) {
    await endLane();
    return;
  }
  suite(file, async () => {
    const cpuBefore = cpuSeconds();
    const startsBefore = { ...starts };
    try {
      await import(join(root, file));
    } finally {
      after(async () => {
        reset();
        record(file, cpuBefore, startsBefore);
        await runNext();
      });
    }
  });
});

await runNext();
