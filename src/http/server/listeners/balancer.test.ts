// Balances connections between two threads of one port, both of which are this one.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { createBalancer, createCounts, notListening } from './balancer.ts';

const server = createServer({ pauseOnConnect: true }).listen(0);
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const sockets: Socket[] = [];

after(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** The first thread accepts connections and can pass them to the second. */
function twoThreads() {
  const counts = createCounts(2);
  const [first, second] = [createBalancer(counts, 0), createBalancer(counts, 1)];
  const { port1, port2 } = new MessageChannel();
  first.connect(1, port1);
  second.connect(0, port2);
  port1.unref();
  port2.unref();
  const arrivals = new EventEmitter();
  const receiveIn = (balancer: typeof first) =>
    balancer.receive({
      socket: (socket) => {
        sockets.push(socket);
        arrivals.emit('socket');
      },
      listener: () => {},
    });
  receiveIn(first);
  return { counts, first, second, listenOnSecond: () => receiveIn(second), arrival: () => once(arrivals, 'socket') };
}

/** Returns for each new connection whether it was passed on. */
async function acceptIn({ pass }: ReturnType<typeof createBalancer>, connections: number): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (let n = 0; n < connections; n++) {
    sockets.push(connect(port));
    const [socket] = (await once(server, 'connection')) as [Socket];
    sockets.push(socket);
    passed.push(pass(socket));
  }
  return passed;
}

test('connections go to the thread with the fewest, and are counted there', async () => {
  const { counts, first, listenOnSecond, arrival } = twoThreads();
  listenOnSecond();
  const arrived = arrival();
  assert.deepEqual(await acceptIn(first, 6), [false, false, true, false, true, false]);
  assert.deepEqual([...counts], [4, 2]);
  await arrived;
});

test('a thread that does not listen yet gets no connection', async () => {
  const { counts, first } = twoThreads();
  assert.deepEqual(await acceptIn(first, 4), [false, false, false, false]);
  assert.deepEqual([...counts], [4, notListening]);
});

test('a thread that has left gets no connection, and is not counted again', async () => {
  const { counts, first, second, listenOnSecond } = twoThreads();
  listenOnSecond();
  second.leave();
  second.closed();
  assert.deepEqual(await acceptIn(first, 4), [false, false, false, false]);
  assert.deepEqual([...counts], [4, notListening]);
  first.leave();
  assert.deepEqual(await acceptIn(second, 1), [false]);
  assert.deepEqual([...counts], [notListening, notListening]);
});

test('a thread that has left waits for connections already assigned to it', async () => {
  const { first, second, listenOnSecond, arrival } = twoThreads();
  listenOnSecond();
  const arrived = arrival();
  assert.deepEqual(await acceptIn(first, 3), [false, false, true]);
  second.leave();
  assert.equal(second.remaining(), 1);
  await arrived;
  assert.equal(second.remaining(), 1);
  second.closed();
  assert.equal(second.remaining(), 0);
});
