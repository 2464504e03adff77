// Building blocks of the attacks: held, repeated and flooded connections, and the heads of requests.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Sockets } from './attack-sockets.ts';

export type Attacker = ReturnType<typeof createAttacker>;

/** `key` is the one that requests carry by default. */
export function createAttacker(sockets: Sockets, key: string) {
  let isOver = false;
  /** Holds `count` sockets open; a closed one is replaced. */
  function hold(count: number, use: (socket: Socket) => void, isReading = true): void {
    const openOne = () => {
      sockets.open(use, isReading).once('close', () => {
        if (!isOver) setTimeout(openOne, 10);
      });
    };
    // The listen backlog is short, and a full one drops the connections of other clients too, so sockets are opened in bursts.
    let opened = 0;
    const opening = setInterval(() => {
      for (let burst = 0; burst < 50 && opened < count; burst++, opened++) openOne();
      if (opened === count) clearInterval(opening);
    }, 10);
  }

  function everySecond(act: (socket: Socket) => void): void {
    setInterval(() => {
      for (const socket of sockets.live.keys()) if (!socket.connecting && socket.writable) act(socket);
    }, 1000).unref();
  }

  /** Sends a request when the response to the previous one arrives. */
  function repeat(count: number, next: () => string): void {
    hold(count, (socket) => {
      socket.write(next());
      socket.on('data', () => {
        if (!isOver) socket.write(next());
      });
    });
  }

  /** Writes `chunk` again and again, as fast as the socket takes it. */
  function flood(socket: Socket, chunk: Buffer): void {
    const write = () => {
      while (socket.writable && !isOver && socket.write(chunk));
    };
    socket.on('drain', write);
    write();
  }

  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: hookline\r\n${more}`;
  const withKey = (value = key) => `authorization: Bearer ${value}\r\n`;
  /** Formats a whole request. */
  const send = (line: string, headers: string, type: string, body: string) =>
    head(line, `${headers}content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  const post = (line: string, headers: string, json: string) => send(line, headers, 'application/json', json);
  const form = (line: string, fields: string) => send(line, '', 'application/x-www-form-urlencoded', fields);

  return {
    hold,
    everySecond,
    repeat,
    flood,
    head,
    withKey,
    post,
    form,
    isOver: () => isOver,
    /** Stops further requests. */
    end: () => {
      isOver = true;
    },
  };
}

let turn = 0;
export const pick = <T>(list: readonly [T, ...T[]]): T => list[turn++ % list.length] ?? list[0];
export const randomAddress = () => [...randomBytes(4)].join('.');
