// Balances connections over the threads that serve a port: one that has more than the others passes a new connection on. The system
// distributes them by a hash of the addresses, which gives 64 connections over 8 threads as unevenly as dice.
import type { Server, Socket } from 'node:net';
import type { MessagePort } from 'node:worker_threads';

/** Number of connections per thread, including connections on their way to it, or `notListening`. */
export type ConnectionCounts = Int32Array<SharedArrayBuffer>;
export const notListening = -1;

export type Balancer = {
  /** Returns whether the connection went to another thread. Counts it in any case. */
  pass: (socket: Socket) => boolean;
  /** Called when a connection of this thread was closed. */
  closed: () => void;
  /** Sets the receivers of what other threads pass on. They can do so from now on. */
  receive: (receivers: Receivers) => void;
  /** `port` leads to the thread with this index. */
  connect: (index: number, port: MessagePort) => void;
  /** Sends to the thread with this index. Throws if it has ended. */
  sendListener: (index: number, listener: Server) => void;
  /** Takes no more connections, except connections already on their way to this thread. */
  leave: () => void;
  /** Connections of a thread that has left, including connections on their way to it. */
  remaining: () => number;
};

type Receivers = { socket: (socket: Socket) => void; listener: (listener: Server) => void };
type Passed = { socket: Socket } | { listener: Server };

export function createCounts(threads: number): ConnectionCounts {
  return new Int32Array(new SharedArrayBuffer(4 * threads)).fill(notListening);
}

/** A thread may have this share more than the one with the fewest, since passing costs time … */
const allowedShare = 1 / 8;
/** … and one more in any case. */
const allowedMore = 1;

export function createBalancer(counts: ConnectionCounts, own: number): Balancer {
  const ports = new Map<number, MessagePort>();
  let receivers: Receivers | undefined;
  let hasLeft = false;
  /** Connections of this thread since it has left. */
  let remaining = 0;

  const countOf = (index: number) => Atomics.load(counts, index);

  /** Counts a connection for the thread. Returns false if the thread has left, which it may do at any moment. */
  function addTo(index: number): boolean {
    for (let count = countOf(index); count !== notListening; count = countOf(index))
      if (Atomics.compareExchange(counts, index, count, count + 1) === count) return true;
    return false;
  }

  function indexOfFewest(): number {
    let fewest = own;
    for (const other of ports.keys())
      if (countOf(other) !== notListening && countOf(other) < countOf(fewest)) fewest = other;
    return fewest;
  }

  return {
    pass: (socket) => {
      if (hasLeft) {
        remaining++;
        return false;
      }
      const target = indexOfFewest();
      const isUneven = countOf(own) - countOf(target) > allowedMore + countOf(target) * allowedShare;
      const port = isUneven ? ports.get(target) : undefined;
      // The sender counts the connection, so that threads that accept at the same time see it.
      if (port && addTo(target)) {
        port.postMessage({ socket } satisfies Passed, [socket as never]);
        return true;
      }
      Atomics.add(counts, own, 1);
      return false;
    },
    closed: () => {
      if (hasLeft) remaining--;
      else Atomics.sub(counts, own, 1);
    },
    receive: (given) => {
      receivers = given;
      // Others may be connected before this thread can serve.
      Atomics.store(counts, own, 0);
    },
    connect: (other, port) => {
      ports.set(other, port);
      port.on('close', () => {
        if (ports.get(other) === port) ports.delete(other);
      });
      port.on('message', (passed: Passed) => {
        if ('socket' in passed) receivers?.socket(passed.socket);
        else receivers?.listener(passed.listener);
      });
    },
    sendListener: (other, listener) => {
      const port = ports.get(other);
      if (!port) throw new Error('The thread that takes the listening sockets has ended.');
      port.postMessage({ listener } satisfies Passed, [listener as never]);
    },
    leave: () => {
      if (hasLeft) return;
      hasLeft = true;
      remaining = Math.max(0, Atomics.exchange(counts, own, notListening));
    },
    remaining: () => remaining,
  };
}
