// One process of the test run: takes test files from the queue one after the other, so that the service is imported and compiled
// once per lane rather than once per file. `test/run.ts` starts several lanes.
import { AsyncResource } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite } from 'node:test';

const { HOOKLINE_TEST_FILES = '[]', HOOKLINE_TEST_CLAIMS = '' } = process.env;
const files: string[] = JSON.parse(HOOKLINE_TEST_FILES);

/** Making a directory fails for all lanes but one. */
function claim(file: string): boolean {
  try {
    mkdirSync(join(HOOKLINE_TEST_CLAIMS, file.replaceAll('/', '+')));
    return true;
  } catch {
    return false;
  }
}

/** A file is a suite, so its hooks run around its own tests only. Bound to this place: in the hook of one file the next would be a suite of it. */
const runNext = AsyncResource.bind(() => {
  const file = files.find(claim);
  if (file === undefined) return;
  suite(file, async () => {
    try {
      await import(join(import.meta.dirname, '..', file));
    } finally {
      after(runNext);
    }
  });
});

runNext();
