// Starts a real service on its own database, with helpers to send requests and await results.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { readConfig } from '../../src/config/config.ts';
import { type Service, startService } from '../../src/runtime/service.ts';
import type { Observation, Observe } from '../../src/telemetry/events.ts';
import { createDatabase } from './database.ts';
import { starts } from './lane-state.ts';

export const operatorKey = 'operator-key-of-the-tests';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
  body: any;
};

export type RequestOptions = { body?: unknown; headers?: Record<string, string> };

export type TestService = Service & {
  /** Prepares a file that shares the service: drops earlier observations, and requests use a new address. */
  beginFile: () => void;
  /** Address of requests, if the service trusts `x-forwarded-for` of this machine. */
  address: () => string | undefined;
  dataDir: string;
  databaseUrl: string;
  /** Stops the service; its database stays readable until `close`. */
  stop: () => Promise<void>;
  /** Sends the body as JSON. */
  send: (method: string, path: string, key?: string, options?: RequestOptions) => Promise<Answer>;
  /**
   * Resolves with the nth observation of this kind, about the given export, webhook or source, or about any. Rejects after two minutes with
   * the last observations.
   */
  observed: (kind: Observation['kind'], id?: string, nth?: number) => Promise<Observation>;
  get: (path: string, key?: string, headers?: Record<string, string>) => Promise<Answer>;
  operator: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Resolves with the last line of the response, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
  import: (content: string | Buffer, query?: string) => Promise<any>;
  /** Creates an account with a key. */
  account: (
    plan: string,
    limits?: { per_day?: number; per_month?: number },
  ) => Promise<{ id: string; key: string; email: string }>;
};

/** `through` may put a proxy between the service and its database. */
export async function testService(
  env: Record<string, string> = {},
  through: (databaseUrl: string) => Promise<string> = async (url) => url,
): Promise<TestService> {
  starts.services++;
  const { observe, observed, forget } = rememberObservations();
  const database = await createDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'hookline-service-'));
  const service = await startService(
    readConfig({
      PORT: '0',
      DATABASE_URL: await through(database.url),
      HOOKLINE_DATA: directory,
      HOOKLINE_OPERATOR_KEY: operatorKey,
      // Tests keep the files of their sources there.
      HOOKLINE_SOURCE_DIRS: tmpdir(),
      HOOKLINE_SAMPLE: '0',
      HOOKLINE_EMBEDDINGS: 'off',
      HOOKLINE_LOG: 'silent',
      ...env,
    }),
    observe,
  );
  let accounts = 0;
  let files = 0;
  let address: string | undefined;

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Answer> {
    const forwarded = address ? { 'x-forwarded-for': address, ...headers } : headers;
    const response = await fetch(service.url + path, { method, headers: forwarded, body: body as string });
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
    beginFile: () => {
      forget();
      files++;
      address = `10.0.${files >> 8}.${files & 255}`;
    },
    address: () => address,
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
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The timeout is long, since a busy machine is slow; the test then fails with the observations so far. */
const observationTimeoutMs = 120_000;

type Observations = { observe: Observe; observed: TestService['observed']; forget: () => void };

function rememberObservations(): Observations {
  const seen: Observation[] = [];
  const waiting = new Set<() => void>();
  return {
    forget: () => void seen.splice(0),
    observe: (observation) => {
      seen.push(observation);
      for (const check of [...waiting]) check();
    },
    observed: (kind, id, nth = 1) => {
      const matches = (observation: Observation) =>
        observation.kind === kind && (id === undefined || Object.values(observation).includes(id));
      const find = () => seen.filter(matches)[nth - 1];
      const found = find();
      if (found) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(check);
          const last = seen.slice(-20).map((observation) => inspect(observation, { breakLength: Infinity }));
          reject(
            new Error(
              `No ${kind} ${id ?? ''} (${nth}) in ${observationTimeoutMs} ms. The last observations:\n${last.join('\n')}`,
            ),
          );
        };
        // A running service keeps the process alive; an abandoned wait must not.
        const timer = setTimeout(giveUp, observationTimeoutMs).unref();
        const check = () => {
          const found = find();
          if (!found) return;
          waiting.delete(check);
          clearTimeout(timer);
          resolve(found);
        };
        waiting.add(check);
      });
    },
  };
}

export type LineOptions = {
  views?: number;
  niche?: string;
  archetype?: string;
  platform?: string;
  language?: string;
  id?: string;
};

/** Returns a line of JSON Lines for the preset `hookline`, with all labels. */
export function hookLine(
  text: string,
  {
    views = 150_000,
    niche = 'finance',
    archetype = 'question',
    platform = 'TikTok',
    language = 'en',
    id,
  }: LineOptions = {},
): string {
  return JSON.stringify({
    text,
    views,
    platform,
    archetype,
    emotional_trigger: 'curiosity',
    niche,
    format: 'vlog',
    language,
    source_id: id,
  });
}
