// The attacks of the hostile bench: attacks on connections are here, attacks on the API in api-attacks.ts. The target is this service on
// loopback, and every attack is bounded in connections and time. Argument: an AttackTask as JSON; prints an AttackReport.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { newKey } from '../src/auth/keys/key.ts';
import { type ApiTargets, apiAttacks } from './api-attacks.ts';
import { createSockets } from './attack-sockets.ts';
import { createAttacker, pick, randomAddress } from './attacker.ts';

export type AttackTask = ApiTargets & {
  attack: AttackName;
  url: string;
  /** Key of an attacker's account without limits; some attacks use it. */
  key: string;
  seconds: number;
};

const task: AttackTask = JSON.parse(process.argv[2] ?? '');
const { attack, url, key, download, seconds } = task;
const { hostname: host, port } = new URL(url);
const sockets = createSockets({ host, port: Number(port) });
const attacker = createAttacker(sockets, key);
const { hold, everySecond, repeat, flood, head, withKey, isOver } = attacker;
const bigPage = `${head('GET /hooks?limit=100', withKey())}\r\n`;
const megabyte = Buffer.alloc(1 << 20, 'a');

const malformed = [
  'GET /meta HTTP/1.0\r\n\r\n',
  'GET /meta HTTP/1.1\r\n\r\n',
  'GET /meta HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
  'GET  /meta  HTTP/9.9\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `${head('POST /key-requests', 'content-length: 5\r\ntransfer-encoding: chunked\r\n')}\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
  `${head('POST /key-requests', 'transfer-encoding: chunked\r\ncontent-length: 5\r\n')}\r\n0\r\n\r\n`,
  `${head('POST /key-requests', 'content-length: 5\r\ncontent-length: 6\r\n')}\r\nabcdef`,
  `${head('POST /key-requests', 'transfer-encoding: xchunked\r\n')}\r\n0\r\n\r\n`,
  `${head('POST /key-requests', 'transfer-encoding: chunked\r\n')}\r\nfffffffffffffffff\r\n`,
  `${head('GET /meta', ' folded: a\r\n b\r\n')}\r\n`,
  `${head('GET /meta', 'a\0b: c\r\n')}\r\n`,
  `${head('CONNECT example.com:80')}\r\n`,
  `${head('GET /meta', 'connection: upgrade\r\nupgrade: websocket\r\n')}\r\n`,
  `${head('GET /meta', 'a: b\r\n'.repeat(500))}\r\n`,
] as const;

function connectForEach(count: number): void {
  hold(count, (socket) => {
    socket.write(`${head('GET /health/live')}\r\n`);
    socket.on('data', () => socket.destroy());
  });
}

const attacks = {
  ...apiAttacks(attacker, task),
  'slow headers': () => {
    hold(2000, (socket) => socket.write(head('GET /hooks', withKey())));
    everySecond((socket) => socket.write('a: b\r\n'));
  },
  'slow bodies': () => {
    const json = 'content-type: application/json\r\ncontent-length: 20000\r\n';
    const heads = [head('POST /key-requests', json), head('POST /webhooks', json + withKey())] as const;
    hold(2000, (socket) => socket.write(`${pick(heads)}\r\n{`));
    everySecond((socket) => socket.write(' '));
  },
  'answers that are not read': () => {
    // More bytes than the kernel buffers for a connection.
    const files = `${head(`GET ${download}`)}\r\n`.repeat(10);
    hold(300, (socket) => socket.pause().write(pick([files, bigPage.repeat(100)])), false);
  },
  'answers read at 1 KB/s': () => {
    const file = `${head(`GET ${download}`)}\r\n`;
    const readSlowly = (socket: Socket) => socket.pause().write(pick([file, bigPage.repeat(20)]));
    hold(1000, readSlowly, false);
    everySecond((socket) => socket.read(1024));
  },
  '10,000 idle connections': () => hold(10_000, () => {}),
  '10,000 kept connections': () => hold(10_000, (socket) => socket.write(`${head('GET /health/live')}\r\n`)),
  'pipelining, not read': () => {
    const requests = Buffer.from(bigPage.repeat(500));
    hold(50, (socket) => flood(socket.pause(), requests), false);
  },
  'pipelining, read': () => {
    const requests = bigPage.repeat(50);
    hold(50, (socket) => {
      let bytes = 0;
      socket.write(requests);
      // A page has about 40 KB, so more requests follow after about 25 pages.
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 1_000_000 && !isOver()) socket.write(requests);
        bytes %= 1_000_000;
      });
    });
  },
  'huge headers and addresses': () => {
    const starts = ['GET /hooks?q=', head('GET /hooks', 'x: ')] as const;
    hold(50, (socket) => {
      socket.write(pick(starts));
      flood(socket, megabyte);
    });
  },
  'bad keys from one address': () => {
    repeat(50, () => `${head('GET /hooks', withKey(pick([newKey(), 'nonsense', `hkl_${'a'.repeat(4000)}`])))}\r\n`);
  },
  'bad keys from many addresses': () => {
    const from = () =>
      `x-forwarded-for: ${pick([randomAddress(), `2001:db8:${randomBytes(2).toString('hex')}::1`, 'x'.repeat(4000)])}\r\n`;
    repeat(50, () => `${head('GET /hooks', withKey(newKey()) + from())}\r\n`);
  },
  'a connection for each request': () => connectForEach(50),
  'a connection for each request, 1,000 at once': () => connectForEach(1000),
  'bodies of 100 MB': () => {
    const length = 'content-type: application/json\r\ncontent-length: 100000000\r\n';
    const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n';
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
    const paths = ['/key-requests', '/webhooks', '/operator/import', '/nothing', '/session'] as const;
    hold(20, (socket) => {
      const isChunked = pick([true, false, false]);
      socket.write(`${head(`POST ${pick(paths)}`, isChunked ? chunked : length)}\r\n`);
      flood(socket, isChunked ? chunk : megabyte);
    });
  },
  'malformed requests': () => hold(50, (socket) => void socket.end(pick(malformed), 'latin1')),
} satisfies Record<string, () => void>;

export type AttackName = keyof typeof attacks;

// Real attackers have their own machines; here they must not take CPU time from the measuring client.
setPriority(19);
attacks[attack]();
setTimeout(() => {
  attacker.end();
  process.stdout.write(JSON.stringify(sockets.close()), () => process.exit());
}, seconds * 1000);
