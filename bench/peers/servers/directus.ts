// Directus by its own modules: `bootstrap` installs it into the database, without an argument it serves.
import { once } from 'node:events';
import { registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { serve } from '../../cluster.ts';

// A native module that needs a compiler and runs the scripts of flows, of which there are none here.
const sandbox = new URL('./no-sandbox.cjs', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === 'isolated-vm' ? { url: sandbox, format: 'commonjs', shortCircuit: true } : next(name, context),
});

if (process.argv[2] === 'bootstrap') {
  await import('@directus/api/cli/run.js');
} else {
  await serve(Number(process.env.PEER_PROCESSES), async () => {
    const { createServer } = await import('@directus/api/server');
    const server = await createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  });
}
