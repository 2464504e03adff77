// The baseline: a bare node:http server that always sends the same bytes. Argument: the size of the body.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serviceCore } from './machine.ts';
import { type Running, start } from './processes.ts';

const greeting = /listening on (http\S+) /;

/**
 * Servers of the bench print this line when they are ready.
 * @public The peers' servers use it, which knip does not read.
 */
export function announce(port: number): void {
  console.log(`listening on http://127.0.0.1:${port} `);
}

/** Starts a script that announces its port, on the core of the service. */
export async function startScript(
  script: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<{ process: Running; url: string }> {
  const running = await start(serviceCore, [process.execPath, script, ...args], greeting, env);
  return { process: running, url: greeting.exec(running.greeting)?.[1] ?? '' };
}

export const startConstant = (bytes: number) => startScript(import.meta.filename, [String(bytes)]);

if (import.meta.main) {
  const body = Buffer.alloc(Number(process.argv[2]), 'x');
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const server = createServer((_req, res) => res.writeHead(200, headers).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  announce((server.address() as AddressInfo).port);
}
