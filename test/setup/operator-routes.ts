// Every route of the operator, read from where they are registered, so that tests over all of them miss none.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As they are registered: `PATCH`, `/operator/accounts/:id`. */
export function operatorRoutes(): { method: string; path: string }[] {
  const directory = join(import.meta.dirname, '../../src/http');
  const files = globSync('**/*.ts', { cwd: directory }).map((file) => readFileSync(join(directory, file), 'utf8'));
  const found = files.flatMap((text) => [...text.matchAll(/\.(get|post|put|patch|delete)\(\s*'(\/operator\/[^']+)'/g)]);
  return found.map(([, method, path]) => ({ method: method.toUpperCase(), path }));
}
