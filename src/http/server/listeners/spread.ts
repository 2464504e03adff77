// Spreads connections evenly over the threads that serve a port: one that has more than the others passes a new connection on. The
// system spreads by a hash of the addresses, which gives 64 connections over 8 threads as unevenly as dice.
import type { Server, Socket } from 'node:net';
import type { MessagePort } from 'node:worker_threads';

/** One number per seat: open connections of the thread on it, or `closedSeat`. */
export type ConnectionCounts = Int32Array<SharedArrayBuffer>;
export const closedSeat = -1;

export type Spread = {
  /** Whether the connection went to another thread. Counts it in any case. */
  pass: (socket: Socket) => boolean;
  /** A connection of this thread was closed. */
  closed: () => void;
  /** Sets the receivers of what other threads pass on, which they do from now on. */
  receive: (receivers: Receivers) => void;
  /** `port` leads to the thread on the seat. */
  connect: (seat: number, port: MessagePort) => void;
  /** To the thread on the seat. */
  sendListener: (seat: number, listener: Server) => void;
  /** This thread takes no more connections. */
  leave: () => void;
};

type Receivers = { socket: (socket: Socket) => void; listener: (listener: Server) => void };
type Passed = { socket: Socket } | { listener: Server };

export function createCounts(seats: number): ConnectionCounts {
  return new Int32Array(new SharedArrayBuffer(4 * seats)).fill(closedSeat);
}

/** A thread may have this share more than the one with the fewest, since passing costs time … */
const allowedShare = 1 / 8;
/** … and one more in any case. */
const allowedMore = 1;

export function createSpread(counts: ConnectionCounts, seat: number): Spread {
  const ports = new Map<number, MessagePort>();
  let receivers: Receivers | undefined;
  let hasLeft = false;

  const countOf = (of: number) => Atomics.load(counts, of);

  /** Whether the thread on the seat takes the connection, which is counted then. It may leave at any moment. */
  function addTo(of: number): boolean {
    for (let count = countOf(of); count !== closedSeat; count = countOf(of))
      if (Atomics.compareExchange(counts, of, count, count + 1) === count) return true;
    return false;
  }

  function seatWithFewest(): number {
    let fewest = seat;
    for (const other of ports.keys())
      if (countOf(other) !== closedSeat && countOf(other) < countOf(fewest)) fewest = other;
    return fewest;
  }

  return {
    pass: (socket) => {
      if (hasLeft) return false;
      const target = seatWithFewest();
      const isUneven = countOf(seat) - countOf(target) > allowedMore + countOf(target) * allowedShare;
      const port = isUneven ? ports.get(target) : undefined;
      // By the sender, so that threads that accept at the same time see it.
      if (port && addTo(target)) {
        port.postMessage({ socket } satisfies Passed, [socket as never]);
        return true;
      }
      Atomics.add(counts, seat, 1);
      return false;
    },
    closed: () => {
      if (!hasLeft) Atomics.sub(counts, seat, 1);
    },
    receive: (given) => {
      receivers = given;
      // Others may be connected before this thread can serve.
      Atomics.store(counts, seat, 0);
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
    sendListener: (other, listener) =>
      ports.get(other)?.postMessage({ listener } satisfies Passed, [listener as never]),
    leave: () => {
      hasLeft = true;
      Atomics.store(counts, seat, closedSeat);
    },
  };
}
