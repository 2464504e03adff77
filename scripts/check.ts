// npm run check: format, lint, types, unused code, the sample, architecture and docs. Stops at the first step that fails.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'tools');
const tool = (name: string) => join(tools, 'node_modules/.bin', name);

const steps: [command: string, ...args: string[]][] = [
  [tool('biome'), 'check', '.'],
  [process.execPath, 'scripts/check-types.ts'],
  [tool('knip')],
  [process.execPath, 'scripts/check-sample.ts'],
  [process.execPath, '--test', 'test/project/architecture.test.ts', 'test/project/docs.test.ts'],
];

if (!hasTools()) steps.unshift(['npm', 'ci', '--prefix', tools, '--no-audit', '--no-fund']);
for (const [command, ...args] of steps) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** npm writes the hidden lock file at the end of an installation. */
function hasTools(): boolean {
  const installed = join(tools, 'node_modules/.package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs > statSync(join(tools, 'package-lock.json')).mtimeMs;
}
