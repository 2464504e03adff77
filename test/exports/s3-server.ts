// An S3 server on loopback that can be unavailable, delay requests or fail them.
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export type S3Server = {
  endpoint: string;
  bucket: string;
  /** Keys of all objects. */
  keys: () => string[];
  /** Responds instead of the server from now on, where `answer` returns true. */
  intercept: (answer: (...args: Parameters<RequestListener>) => boolean) => void;
  uploads: IncomingMessage[];
  close: () => Promise<void>;
};

/** The only account of s3rver. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-s3-'));
  const bucket = 'hookline-test';
  const s3rver = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] });
  await s3rver.configureBuckets();
  const serve = s3rver.callback();
  const uploads: IncomingMessage[] = [];
  let intercept: Parameters<S3Server['intercept']>[0] = () => false;
  const server = createServer((req, res) => {
    if (req.method === 'PUT') uploads.push(req);
    if (!intercept(req, res)) serve(req, res);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    keys: () => {
      const suffix = '._S3rver_object';
      return globSync(`**/*${suffix}`, { cwd: join(directory, bucket) }).map((key) => key.slice(0, -suffix.length));
    },
    intercept: (answer) => {
      intercept = answer;
    },
    uploads,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(directory, { recursive: true });
    },
  };
}

/** An error response in the format of S3. */
export function refuse(code: string, status: number): Parameters<S3Server['intercept']>[0] {
  return (req, res) => {
    if (req.method !== 'PUT') return false;
    req.resume();
    res.writeHead(status, { 'content-type': 'application/xml' });
    res.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`);
    return true;
  };
}
