// Preloaded in the processes of a test run and in their threads: resolves Kysely to the bundle of test/setup/kysely/bundle.ts.
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const { HOOKLINE_TEST_KYSELY: directory } = process.env;

if (directory) {
  const urls = new Map([
    ['kysely', pathToFileURL(`${directory}/kysely.js`).href],
    ['kysely/migration', pathToFileURL(`${directory}/migration.js`).href],
  ]);
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = urls.get(specifier);
      return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context);
    },
  });
}
