#!/usr/bin/env node
// Starts the CLI. The source needs a Node that runs TypeScript; on an older one, the installed Node 26 runs it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  const { main } = await import('../src/main.ts');
  await main(process.argv.slice(2));
} else {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  const node = here('../node_modules/.bin/node');
  if (!existsSync(node)) {
    console.error('hookline: Node 22.18 or later is required. Install it, or run npm ci without --omit=dev.');
    process.exit(1);
  }
  const child = spawn(node, [here('hookline.js'), ...process.argv.slice(2)], { stdio: 'inherit' });
  // Forward signals to the child.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
