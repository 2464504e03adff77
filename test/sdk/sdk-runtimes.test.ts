// The installed SDK on Deno, Bun and Cloudflare's workerd, where `npm ci --prefix tools/runtimes --ignore-scripts` installed them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { installPackage, type Project } from './install-package.ts';
import { bundle } from './sdk-bundle.ts';
import { expected, program } from './sdk-program.ts';

const installed = join(import.meta.dirname, '../../tools/runtimes/node_modules');
// The packages of other platforms are not installed.
const find = (pattern: string) => globSync(pattern, { cwd: installed }).map((path) => join(installed, path))[0];
const deno = find('@deno/*/deno');
const bun = find('@oven/*/bin/bun');
const workerd = find('@cloudflare/*/bin/workerd');
const missing = (path?: string) => !path && 'not installed: npm ci --prefix tools/runtimes --ignore-scripts';

let service: TestService;
let project: Project;
let env: Record<string, string>;

before(async () => {
  if (!deno && !bun && !workerd) return;
  [service, project] = await Promise.all([testService(), installPackage('sdk')]);
  const lines = Array.from({ length: 130 }, (_, n) => hookLine(`A line for a runtime, number ${n}`));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  env = { HOOKLINE_KEY: (await service.account('enterprise')).key, HOOKLINE_URL: service.url };
  const code = `${program}\nconsole.log(JSON.stringify([...found, navigator.userAgent]));\n`;
  await writeFile(join(project.directory, 'use.mjs'), code);
});

after(async () => {
  await service?.close();
  await project?.close();
});

function assertFound(printed: string, runtime: RegExp): void {
  const found = JSON.parse(printed);
  assert.match(found.pop(), runtime);
  assert.deepEqual(found, expected);
}

test('the SDK runs on Deno with access to environment and network only', { skip: missing(deno) }, async () => {
  const access = ['--allow-net=127.0.0.1', '--allow-env', '--cached-only', '--no-prompt'];
  const isolated = { ...env, DENO_DIR: join(project.directory, 'deno'), DENO_NO_UPDATE_CHECK: '1' };
  assertFound(await project.run(deno ?? '', ['run', ...access, 'use.mjs'], isolated), /^Deno\//);
});

test('the SDK runs on Bun', { skip: missing(bun) }, async () => {
  assertFound(await project.run(bun ?? '', ['run', 'use.mjs'], env), /^Bun\//);
});

test('the SDK runs bundled in a Cloudflare worker with its key from a binding', {
  skip: missing(workerd),
}, async () => {
  const options = '{ key: env.KEY, baseUrl: env.URL }';
  const code = `export default {
  async fetch(request, env) {
    ${program.replace('undefined', options)}
    return Response.json([...found, navigator.userAgent]);
  },
};`;
  const { entry } = await bundle(project.directory, code, { isSingle: true });
  await writeFile(join(project.directory, 'worker.js'), entry);
  await writeFile(join(project.directory, 'config.capnp'), workerConfig(env));
  // It writes its port to file descriptor 3.
  const args = ['serve', 'config.capnp', '--control-fd=3'];
  const server = spawn(workerd ?? '', args, {
    cwd: project.directory,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const [port] = await portsOf(server.stdio[3] as Readable);
    const response = await fetch(`http://127.0.0.1:${port}`);
    assertFound(await response.text(), /^Cloudflare-Workers$/);
  } finally {
    server.kill();
  }
});

async function portsOf(control: Readable): Promise<number[]> {
  for await (const line of createInterface(control)) {
    const { event, port } = JSON.parse(line);
    if (event === 'listen') return [port];
  }
  return [];
}

function workerConfig({ HOOKLINE_KEY, HOOKLINE_URL }: Record<string, string>): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [(name = "KEY", text = "${HOOKLINE_KEY}"), (name = "URL", text = "${HOOKLINE_URL}")],
  compatibilityDate = "2026-01-01",
);
`;
}
