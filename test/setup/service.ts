// A real service on a database of its own, for tests of behaviour, and how to talk to it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import { type Service, startService } from '../../src/runtime/service.ts';
import type { Observation, Observe } from '../../src/telemetry/events.ts';
import { testDatabase } from './database.ts';

export const operatorKey = 'operator-key-of-the-tests';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what the tests assert
  body: any;
};

export type Sent = { body?: unknown; headers?: Record<string, string> };

export type TestService = Service & {
  dataDir: string;
  databaseUrl: string;
  /** Ends the service and leaves its database to be looked at until `close`. */
  stop: () => Promise<void>;
  /** A body is sent as JSON. */
  send: (method: string, path: string, key?: string, sent?: Sent) => Promise<Answer>;
  /**
   * Resolves when something of this kind, about this export, webhook or source or at all, has been observed for the nth time.
   * Rejects after two minutes, with what was observed instead.
   */
  observed: (kind: Observation['kind'], id?: string, nth?: number) => Promise<Observation>;
  get: (path: string, key?: string, headers?: Record<string, string>) => Promise<Answer>;
  operator: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** The last line of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what the tests assert
  import: (content: string | Buffer, query?: string) => Promise<any>;
  /** A fresh account and its key. */
  account: (
    plan: string,
    limits?: { per_day?: number; per_month?: number },
  ) => Promise<{ id: string; key: string; email: string }>;
};

/** `through` may put something between the service and its database. */
export async function testService(
  env: Record<string, string> = {},
  through: (databaseUrl: string) => Promise<string> = async (url) => url,
): Promise<TestService> {
  const { observe, observed } = rememberObservations();
  const database = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'hookline-service-'));
  const service = await startService(
    readConfig({
      PORT: '0',
      DATABASE_URL: await through(database.url),
      HOOKLINE_DATA: directory,
      HOOKLINE_OPERATOR_KEY: operatorKey,
      HOOKLINE_SAMPLE: '0',
      HOOKLINE_LOG: 'silent',
      ...env,
    }),
    observe,
  );
  let accounts = 0;

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer> {
    const response = await fetch(service.url + path, { method, headers, body: body as string });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson && text ? JSON.parse(text) : text };
  }

  const asOperator = { authorization: `Bearer ${operatorKey}` };
  const operator: TestService['operator'] = (method, path, body) =>
    body === undefined
      ? send(method, path, asOperator)
      : send(method, path, { ...asOperator, 'content-type': 'application/json' }, JSON.stringify(body));

  return {
    ...service,
    stop: service.close,
    dataDir: directory,
    databaseUrl: database.url,
    observed,
    send: (method, path, key, { body, headers = {} } = {}) =>
      send(
        method,
        path,
        {
          ...(key ? { authorization: `Bearer ${key}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    operator,
    get: (path, key, headers = {}) =>
      send('GET', path, { ...(key ? { authorization: `Bearer ${key}` } : {}), ...headers }),
    import: async (content, query = '') => {
      const answer = await send(
        'POST',
        `/operator/import?${query}`,
        { ...asOperator, 'content-type': 'application/octet-stream' },
        content,
      );
      return typeof answer.body === 'string' ? JSON.parse(answer.body.trim().split('\n').at(-1) ?? '') : answer.body;
    },
    account: async (plan, limits) => {
      const email = `account${++accounts}@example.com`;
      const { body: account } = await operator('POST', '/operator/accounts', {
        name: `Account ${accounts}`,
        email,
        plan,
        limits,
      });
      const { body: issued } = await operator('POST', `/operator/accounts/${account.id}/keys`, {});
      return { id: account.id, key: issued.key, email };
    },
    close: async () => {
      await service.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A loaded machine is slow; a test that waits for what never comes is to say so. */
const longestWaitMs = 120_000;

function rememberObservations(): { observe: Observe; observed: TestService['observed'] } {
  const seen: Observation[] = [];
  const waiting = new Set<() => void>();
  return {
    observe: (observation) => {
      seen.push(observation);
      for (const tell of [...waiting]) tell();
    },
    observed: (kind, id, nth = 1) => {
      const isIt = (one: Observation) => one.kind === kind && (id === undefined || Object.values(one).includes(id));
      const found = () => seen.filter(isIt)[nth - 1];
      const before = found();
      if (before) return Promise.resolve(before);
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(tell);
          const instead = seen.map((one) => inspect(one, { breakLength: Infinity })).slice(-20);
          reject(new Error(`No ${kind} ${id ?? ''} (${nth}) in ${longestWaitMs} ms. The last:\n${instead.join('\n')}`));
        };
        // A service that runs keeps the process alive; what is not waited for any more, must not.
        const timer = setTimeout(giveUp, longestWaitMs).unref();
        const tell = () => {
          const now = found();
          if (!now) return;
          waiting.delete(tell);
          clearTimeout(timer);
          resolve(now);
        };
        waiting.add(tell);
      });
    },
  };
}

export type LineOptions = { views?: number; niche?: string; archetype?: string; platform?: string; id?: string };

/** One line of JSON Lines that the preset `hookline` takes and needs no classifier. */
export function hookLine(
  text: string,
  { views = 150_000, niche = 'finance', archetype = 'question', platform = 'TikTok', id }: LineOptions = {},
): string {
  return JSON.stringify({
    text,
    views,
    platform,
    archetype,
    emotional_trigger: 'curiosity',
    niche,
    format: 'vlog',
    language: 'en',
    source_id: id,
  });
}
