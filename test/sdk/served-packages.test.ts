// The SDK and the command line as the service serves them: npm installs both from there, as the examples of the pages say.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { languages } from '../../web/src/kit/code/example-text.ts';
import { defined } from '../setup/defined.ts';
import { hookLine, testService } from '../setup/service.ts';

const run = promisify(execFile);

test('npm installs the SDK and the command line from the service, and the example of a page runs', async (t) => {
  const [service, cwd] = await Promise.all([testService(), mkdtemp(join(tmpdir(), 'hookline-served-'))]);
  t.after(() => Promise.all([service.close(), rm(cwd, { recursive: true, force: true })]));
  await service.import(hookLine('A line for those who install'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('free');
  const { write } = defined(languages.find(({ id }) => id === 'typescript'));
  const example = write({ path: '/hooks', query: { limit: 1 }, origin: service.url, key });
  const command = defined(/^\/\/ (npm install \S+)/.exec(example)?.[1]);
  assert.equal(command, `npm install ${service.url}/sdk.tgz`);
  await writeFile(join(cwd, 'package.json'), '{ "private": true }');
  await writeFile(join(cwd, 'first.mts'), example);
  const env = { ...process.env, npm_config_cache: join(cwd, '.npm'), HOOKLINE_KEY: key, HOOKLINE_URL: service.url };
  await run('sh', ['-c', `${command} ${service.url}/cli.tgz --no-audit --no-fund`], { cwd, env });
  assert.match((await run(process.execPath, ['first.mts'], { cwd, env })).stdout, /A line for those who install/);
  const { stdout } = await run(join(cwd, 'node_modules/.bin/hookline'), ['search', 'install', '--json'], { cwd, env });
  assert.match(stdout, /A line for those who install/);
});
