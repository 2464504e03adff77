// One process of a test run: takes test files from the queue one after the other, so that the service is imported and compiled
// once per process rather than once per file. `test/run.ts` starts several.
import { AsyncResource } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, mock, suite } from 'node:test';

const { HOOKLINE_TEST_FILES = '[]', HOOKLINE_TEST_CLAIMS = '' } = process.env;
const root = join(import.meta.dirname, '..');
const files: string[] = JSON.parse(HOOKLINE_TEST_FILES);
const env = { ...process.env };

/** Creating a directory succeeds in one lane only. */
function claim(file: string): boolean {
  try {
    mkdirSync(join(HOOKLINE_TEST_CLAIMS, file.replaceAll('/', '+')));
    return true;
  } catch {
    return false;
  }
}

/** Undoes what a file has changed of the process. */
function reset(): void {
  mock.reset();
  process.chdir(root);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/**
 * Runs a file as a suite, so that its hooks apply to its own tests only. Bound to this context, since a suite that is created
 * in a hook of another would be nested in it.
 */
const runNext = AsyncResource.bind(() => {
  const file = files.find(claim);
  if (file === undefined) return;
  suite(file, async () => {
    try {
      await import(join(root, file));
    } finally {
      after(() => {
        reset();
        runNext();
      });
    }
  });
});

runNext();
