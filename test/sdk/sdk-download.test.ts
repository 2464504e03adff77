// Downloads of the SDK over connections that break, stall or send wrong bytes, and its SHA-256.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  createHookline,
  type ExportFile,
  HooklineConnectionError,
  HooklineExportError,
  type HooklineOptions,
  type LogEntry,
} from '../../sdk/src/index.ts';
import { saveExport } from '../../sdk/src/node.ts';
import { createSha256 } from '../../sdk/src/sha256.ts';
import { startReceiver } from '../setup/receiver.ts';

const whole = randomBytes(300_000);
const sha256 = createHash('sha256').update(whole).digest('hex');
const length = { 'content-length': whole.length };
/** `saveExport` writes to this file until it is complete. */
const part = `hooks.csv.${sha256.slice(0, 16)}.part`;

/** Responds to one request for the file. */
type Serve = (res: ServerResponse, start: number, req: IncomingMessage) => void;

/** Sends the file from the requested start to `end`, then drops the connection unless that is the end of the file. */
const until =
  (end: number): Serve =>
  (res, start, req) => {
    res.writeHead(start ? 206 : 200, {
      'content-length': whole.length - start,
      ...(start ? { 'content-range': `bytes ${start}-${whole.length - 1}/${whole.length}` } : {}),
    });
    res.write(whole.subarray(start, end), () => (end < whole.length ? req.socket.destroy() : res.end()));
  };

type Downloading = { file: ExportFile; requests: IncomingHttpHeaders[]; log: LogEntry[] };

/** Creates an export whose file is served by `serves` in turn, and then by the last one. */
async function withFile(
  serves: Serve[],
  use: (downloading: Downloading) => Promise<void>,
  options: Partial<HooklineOptions> = {},
): Promise<void> {
  const requests: IncomingHttpHeaders[] = [];
  const receiver = await startReceiver((res, { path, headers }, req) => {
    if (!path.startsWith('/file')) {
      const record = { export_id: 'exp_1', status: 'complete', sha256, size_bytes: whole.length };
      res.end(JSON.stringify({ ...record, download_url: `http://${headers.host}/file?signature=secret` }));
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const serve = serves[requests.length] ?? serves.at(-1);
    serve?.(res, start, req);
    requests.push(headers);
  });
  const baseUrl = new URL(receiver.url).origin;
  const log: LogEntry[] = [];
  const logger = (entry: LogEntry) => log.push(entry);
  const hookline = createHookline({ key: 'hkl_test', baseUrl, retryDelayMs: 1, logger, ...options });
  try {
    await use({ file: await hookline.exports.wait('exp_1'), requests, log });
  } finally {
    await receiver.close();
  }
}

async function read({ file }: Pick<Downloading, 'file'>, options = {}): Promise<Buffer> {
  return Buffer.from(await new Response(file.download({ verify: true, ...options })).arrayBuffer());
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => assert.fail('it succeeded'),
    (error) => error,
  );
}

test('a download resumes after a lost connection as long as it makes progress', async () => {
  const ends = [1000, 50_000, 50_001, 120_000, 250_000, whole.length];
  await withFile(ends.map(until), async (downloading) => {
    assert.ok((await read(downloading)).equals(whole));
    const { requests } = downloading;
    assert.equal(requests.length, ends.length);
    assert.equal(requests[0]?.range, undefined);
    // The link is signed, so the key is not sent with it.
    for (const { authorization } of requests) assert.equal(authorization, undefined);
    for (const { range, 'if-range': ifRange } of requests.slice(1)) {
      assert.match(String(range), /^bytes=\d+-$/);
      assert.equal(ifRange, `"${sha256}"`);
    }
  });
});

test('a stalled download is retried after the timeout', async () => {
  const stalled: Serve = (res) => void res.writeHead(200, length).write(whole.subarray(0, 1000));
  const assertRetried = async (downloading: Downloading) => {
    assert.ok((await read(downloading)).equals(whole));
    assert.ok(downloading.requests.length > 1);
  };
  await withFile([stalled, until(whole.length)], assertRetried, { timeoutMs: 150 });
});

test('the stream fails if the file ends early and retries make no progress', async () => {
  const short: Serve = (res, start) => {
    const headers = start ? { 'content-range': `bytes ${start}-999/${whole.length}` } : undefined;
    res.writeHead(start ? 206 : 200, headers).end(whole.subarray(start, 1000));
  };
  await withFile([short], async (downloading) => {
    assert.ok((await failure(read(downloading))) instanceof HooklineConnectionError);
    assert.equal(downloading.requests.length, 3);
  });
});

test('a wrong length is always detected, also if a server ignores Range, and wrong content with verify', async () => {
  const other = Buffer.from(whole);
  other.writeUInt8(other.readUInt8(200_000) ^ 1, 200_000);
  const send = (bytes: Buffer): Serve => {
    return (res) => void res.end(bytes);
  };
  for (const serves of [[send(other)], [send(Buffer.concat([whole, Buffer.from('!')]))], [until(1000), send(whole)]])
    await withFile(serves, async (downloading) => {
      const error = await failure(read(downloading));
      assert.ok(error instanceof HooklineExportError && error.reason === 'corrupt');
    });
  await withFile([send(other)], async (downloading) => {
    assert.ok((await read(downloading, { verify: false })).equals(other));
  });
});

test('canceling the stream or aborting its signal closes the connection', async () => {
  for (const end of ['cancel', 'abort'] as const) {
    const closed = Promise.withResolvers<void>();
    const endless: Serve = (res) => {
      res.writeHead(200, length).write(whole.subarray(0, 1000));
      once(res, 'close').then(() => closed.resolve());
    };
    await withFile([endless], async ({ file, requests }) => {
      const controller = new AbortController();
      const reader = file.download({ signal: controller.signal }).getReader();
      await reader.read();
      if (end === 'cancel') await reader.cancel();
      else controller.abort(new Error('enough'));
      await closed.promise;
      if (end === 'abort') assert.match(String(await failure(reader.read())), /enough/);
      assert.equal(requests.length, 1);
    });
  }
});

test('saveExport with resume continues a partial download in a later call, and deletes a corrupt file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'hookline-resumed-'));
  const path = join(directory, 'hooks.csv');
  const save = ({ file }: Downloading, onProgress?: () => void) =>
    saveExport(file, path, { resume: true, retries: 0, onProgress });
  const received = Promise.withResolvers<void>();
  const cut: Serve = (res, _start, req) => {
    res.writeHead(200, length).write(whole.subarray(0, 100_000));
    received.promise.then(() => req.socket.destroy());
  };
  await withFile([cut, until(whole.length)], async (downloading) => {
    assert.ok((await failure(save(downloading, received.resolve))) instanceof HooklineConnectionError);
    assert.deepEqual(await readdir(directory), [part]);
    await save(downloading);
    assert.match(String(downloading.requests[1]?.range), /^bytes=[1-9]\d*-$/);
    assert.deepEqual([await readdir(directory), (await readFile(path)).equals(whole)], [['hooks.csv'], true]);
  });
  await writeFile(join(directory, part), whole);
  await withFile([until(1)], async (downloading) => {
    await save(downloading);
    assert.deepEqual([await readdir(directory), downloading.requests], [['hooks.csv'], []]);
  });
  await writeFile(join(directory, part), 'other bytes');
  const assertCorrupt = async (saving: Promise<unknown>) => {
    const error = await failure(saving);
    assert.ok(error instanceof HooklineExportError && error.reason === 'corrupt');
    assert.deepEqual(await readdir(directory), ['hooks.csv']);
  };
  await withFile([until(whole.length)], (downloading) => assertCorrupt(save(downloading)));
  const other: Serve = (res) => void res.end(randomBytes(whole.length));
  await withFile([other], ({ file }) => assertCorrupt(saveExport(file, join(directory, 'other.csv'))));
  await rm(directory, { recursive: true });
});

test('a download is logged without its signature', async () => {
  await withFile([until(1000)], async ({ file, log }) => {
    await failure(read({ file }, { retries: 0 }));
    assert.doesNotMatch(JSON.stringify(log), /secret/);
  });
});

test('the built-in SHA-256 matches node:crypto around block sizes', () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 128, 1000]) {
    const [ours, theirs] = [createSha256(), createHash('sha256')];
    for (const piece of [whole.subarray(0, size), whole.subarray(size, size + 7)]) {
      ours.update(piece);
      theirs.update(piece);
    }
    assert.equal(ours.digest('hex'), theirs.digest('hex'), `${size}`);
  }
});
