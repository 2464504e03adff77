// Downloads for sources from real servers: limits of size, time and redirects, and addresses that are never connected to.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type FetchOptions, fetchFile, type Validators } from '../../src/ingest/locations/fetch-file.ts';
import { selfSigned } from '../setup/self-signed.ts';
import { startUpstream, type Upstream } from '../setup/upstream.ts';

const noValidators: Validators = { etag: null, lastModified: null };
let upstream: Upstream;

before(async () => {
  upstream = await startUpstream();
});

after(() => upstream.close());

async function read(path: string, options: Partial<FetchOptions> = {}, validators = noValidators) {
  const fetched = await fetchFile(path.startsWith('/') ? upstream.url(path) : path, validators, {
    allowPrivate: true,
    ...options,
  });
  try {
    if (fetched.kind === 'unchanged') return { kind: fetched.kind };
    const content = (await buffer(fetched.file.open())).toString();
    return { kind: fetched.kind, name: fetched.file.name, content, validators: fetched.validators };
  } finally {
    await fetched.close();
  }
}

test('a file is returned with its name and validators, and not downloaded again while it is unchanged', async () => {
  upstream.put('/a%20b.csv', 'text,views\n');
  const { name, content, validators } = await read('/a%20b.csv?token=1');
  assert.deepEqual([name, content], ['a b.csv', 'text,views\n']);
  assert.ok(validators?.etag);
  assert.equal((await read('/a%20b.csv', {}, validators)).kind, 'unchanged');
  upstream.put('/dated', (res, req) => {
    if (req.headers['if-modified-since']) res.writeHead(304).end();
    else res.writeHead(200, { 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT', 'content-length': 1 }).end('x');
  });
  const dated = await read('/dated');
  assert.equal((await read('/dated', {}, dated.validators)).kind, 'unchanged');
});

test('the link of a Google sheet downloads its CSV, and the error for an unshared sheet explains sharing', async () => {
  const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz';
  const resolve = async () => ['127.0.0.1'];
  const sheet = (link: string) => read(link, { resolve }).then(({ content }) => content);
  const google = new URL(upstream.url('/'));
  google.hostname = 'docs.google.com';
  const at = (path: string) => new URL(path, google).href;
  const answer: Parameters<Upstream['put']>[1] = (res, req) => {
    res.writeHead(200, { 'content-type': 'text/csv', 'content-length': req.url?.length }).end(req.url);
  };
  upstream.put(`/spreadsheets/d/${id}/export`, answer);
  upstream.put(`/spreadsheets/d/e/${id}/pub`, answer);
  const [own, published] = [`/spreadsheets/d/${id}`, `/spreadsheets/d/e/${id}`];
  assert.equal(await sheet(at(`${own}/edit?gid=7#gid=7`)), `${own}/export?format=csv&gid=7`);
  assert.equal(await sheet(at(`${published}/pubhtml#gid=3`)), `${published}/pub?output=csv&gid=3`);
  upstream.put('/sign-in', (res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': 6 }).end('<html>');
  });
  upstream.put(`/spreadsheets/d/${id}/export`, (res) =>
    res.writeHead(302, { location: upstream.url('/sign-in') }).end(),
  );
  await assert.rejects(sheet(at(`/spreadsheets/d/${id}/edit#gid=0`)), /not shared.*Anyone with the link/);
  upstream.put(`/spreadsheets/d/${id}/export`, (res) => res.writeHead(401).end());
  await assert.rejects(sheet(at(`/spreadsheets/d/${id}/edit#gid=0`)), /not shared/);
});

test('three redirects are followed, but not a fourth, nor one to another scheme or an invalid URL', async () => {
  upstream.put('/end', 'arrived');
  for (let n = 1; n <= 4; n++)
    upstream.put(`/hop${n}`, (res) => res.writeHead(302, { location: n === 1 ? 'end#part' : `/hop${n - 1}` }).end());
  assert.equal((await read('/hop3')).content, 'arrived');
  await assert.rejects(read('/hop4'), /more than 3 times/);
  upstream.put('/scheme', (res) => res.writeHead(301, { location: 'ftp://example.com/x' }).end());
  await assert.rejects(read('/scheme'), /not allowed: location must begin with https/);
  upstream.put('/nowhere', (res) => res.writeHead(301).end());
  await assert.rejects(read('/nowhere'), /redirects to an invalid URL/);
});

test('a redirect from https to http is not followed, and a self-signed certificate is rejected', async () => {
  upstream.put('/plain', 'x');
  const server = createServer(selfSigned, (_req, res) =>
    res.writeHead(302, { location: upstream.url('/plain') }).end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
  await assert.rejects(fetchFile(url, noValidators, { allowPrivate: true }), /TLS: DEPTH_ZERO_SELF_SIGNED_CERT/);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  await assert.rejects(
    fetchFile(url, noValidators, { allowPrivate: true }),
    /redirects from https to http, which is not allowed/,
  );
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  assert.equal(upstream.requests('/plain').length, 0);
  server.closeAllConnections();
  server.close();
});

test('connections are made only to public addresses, however they are reached', async () => {
  upstream.put('/secret', 'inside');
  const before = upstream.requests('/secret').length;
  const { port } = new URL(upstream.url('/'));
  const strict = { allowPrivate: false };
  const message = 'location does not resolve to a public address.';
  const resolve = async () => ['127.0.0.1'];
  for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '169.254.169.254'])
    await assert.rejects(fetchFile(`https://${host}:${port}/secret`, noValidators, strict), { message });
  const named = fetchFile(`https://inside.example.com:${port}/secret`, noValidators, { ...strict, resolve });
  await assert.rejects(named, { message });
  await assert.rejects(fetchFile(upstream.url('/secret'), noValidators, strict), /must begin with https/);
  assert.equal(upstream.requests('/secret').length, before);
});

test('a file over the size limit is rejected, also if it does not declare its size', async () => {
  upstream.put('/large', 'x'.repeat(2000));
  upstream.put('/endless', (res) => {
    res.writeHead(200);
    const more = (error?: Error | null) => void (error || res.write('x'.repeat(1000), more));
    more();
  });
  for (const path of ['/large', '/endless'])
    await assert.rejects(read(path, { limits: { maxBytes: 1000 } }), /sends more than 1000 bytes/);
});

test('a server that is silent, stalls or is too slow times out', async () => {
  upstream.put('/silent', () => {});
  upstream.put('/stall', (res) => void res.writeHead(200, { 'content-length': 10 }).write('x'));
  for (const [path, limits, error] of [
    ['/silent', { firstByteMs: 100 }, /no response within 0.1 s/],
    ['/silent', { totalMs: 100 }, /did not arrive within 0.1 s/],
    ['/stall', { stallMs: 100 }, /no data for 0.1 s/],
    ['/stall', { totalMs: 100 }, /did not arrive within 0.1 s/],
  ] as const)
    await assert.rejects(read(path, { limits }), error);
});

test('a file without a declared end is rejected, and a truncated one is detected', async () => {
  upstream.put('/bare', (res) => void res.socket?.end('HTTP/1.0 200 OK\r\n\r\nhalf'));
  await assert.rejects(read('/bare'), /neither Content-Length nor chunks/);
  for (const length of [{}, { 'content-length': 100 }]) {
    upstream.put('/cut', (res) => {
      res.writeHead(200, { ...length, connection: 'close' });
      res.write('half', () => res.destroy());
    });
    await assert.rejects(read('/cut'), /closed before the end/);
  }
});
