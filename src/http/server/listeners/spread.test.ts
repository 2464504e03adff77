// Spreading connections: two seats of one port, whose threads are stood in for by this one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { closedSeat, createCounts, createSpread } from './spread.ts';

const server = createServer({ pauseOnConnect: true }).listen(0);
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const sockets: Socket[] = [];

after(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** The first thread accepts connections and can pass them to the second. */
function twoSeats() {
  const counts = createCounts(2);
  const [first, second] = [createSpread(counts, 0), createSpread(counts, 1)];
  const { port1, port2 } = new MessageChannel();
  first.connect(1, port1);
  second.connect(0, port2);
  port1.unref();
  port2.unref();
  const received: Socket[] = [];
  const receiveIn = (spread: typeof first) =>
    spread.receive({ socket: (socket) => received.push(socket), listener: () => {} });
  receiveIn(first);
  return { counts, first, second, received, listenOnSecond: () => receiveIn(second) };
}

/** Returns which of new connections were passed on. */
async function acceptIn({ pass }: ReturnType<typeof createSpread>, connections: number): Promise<boolean[]> {
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
  const { counts, first, received, listenOnSecond } = twoSeats();
  listenOnSecond();
  assert.deepEqual(await acceptIn(first, 6), [false, false, true, false, true, false]);
  assert.deepEqual([...counts], [4, 2]);
  await new Promise(setImmediate);
  assert.equal(received.length, 2);
  sockets.push(...received);
});

test('a thread that does not listen yet gets no connection', async () => {
  const { counts, first } = twoSeats();
  assert.deepEqual(await acceptIn(first, 4), [false, false, false, false]);
  assert.deepEqual([...counts], [4, closedSeat]);
});

test('a thread that has left gets no connection, and its seat stays closed', async () => {
  const { counts, first, second, listenOnSecond } = twoSeats();
  listenOnSecond();
  second.leave();
  second.closed();
  assert.deepEqual(await acceptIn(first, 4), [false, false, false, false]);
  assert.deepEqual([...counts], [4, closedSeat]);
  first.leave();
  assert.deepEqual(await acceptIn(second, 1), [false]);
  assert.deepEqual([...counts], [closedSeat, closedSeat]);
});
