// Modules that a service started by service-process.ts loads before its own, in every thread and process, to make it fail.

function nodeOptions(source: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}` };
}

/** Simulates a platform where several sockets cannot listen on one port. */
export const withoutSharedPorts = nodeOptions(`
import net from 'node:net';
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (options, ...rest) {
  if (!options?.reusePort) return listen.call(this, options, ...rest);
  process.nextTick(() => this.emit('error', Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' })));
  return this;
};`);

/**
 * A request with the header `x-end` ends its thread: `exit` at once, `throw` by an uncaught error, `leak` by objects that stay. The memory
 * limit is far below the production one, so that a leak reaches it soon.
 */
export const endingThreads = nodeOptions(`
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread } from 'node:worker_threads';
const { emit } = http.Server.prototype;
const kept = [];
http.Server.prototype.emit = function (event, request, ...rest) {
  const end = event === 'request' && !isMainThread && request.headers['x-end'];
  if (end === 'exit') process.exit(3);
  if (end === 'throw') setTimeout(() => { throw new Error('Nothing catches this.'); });
  if (end === 'leak') setInterval(() => { for (let n = 0; n < 1e5; n++) kept.push({ n }); });
  return emit.call(this, event, request, ...rest);
};
threads.Worker = class extends threads.Worker {
  constructor(url, options) {
    if (options.name === 'serving') options.resourceLimits.maxOldGenerationSizeMb = 128;
    super(url, options);
  }
};
syncBuiltinESMExports();`);

/** Makes every thread and process but the first fail to start. */
export const refusingMembers = nodeOptions(`
import { parentPort } from 'node:worker_threads';
const refuse = (send) => ({ id, name }) => name === 'start' && send({ kind: 'failure', id, error: new Error('A member says why.') });
parentPort?.on('message', refuse((message) => { parentPort.postMessage(message); setImmediate(() => process.exit(1)); }));
if (process.send) process.prependListener('message', refuse((message) => { process.send(message); process.disconnect(); process.exitCode = 1; }));`);
