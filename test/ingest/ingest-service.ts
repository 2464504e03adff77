// One service for the files of a lane that import hooks and run their own sources. Each file asserts only on its own sources and words.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonApi, startJsonApi } from '../setup/json-api.ts';
import { onLaneEnd } from '../setup/lane-state.ts';
import { query } from '../setup/refresh.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type FakeYtDlp, fakeYtDlp } from '../setup/yt-dlp/fake-yt-dlp.ts';

const fixtures = join(import.meta.dirname, '../fixtures');
export const ownerEmail = 'owner@example.com';

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
export type Body = any;
export type Outcome = 'finished' | 'failed';

export type IngestService = TestService & {
  /** Serves sources by default: the path is the name of the source. */
  upstream: JsonApi;
  fake: FakeYtDlp;
  /** Key of an Enterprise account. */
  key: string;
  /** Creates a source of hookLine() lines and waits for its first run. Returns its id. */
  newSource: (name: string, more?: object, outcome?: Outcome) => Promise<string>;
  /** Runs a source and returns the run. `nth` counts its runs with this outcome. */
  runAgain: (id: string, nth: number, outcome?: Outcome, body?: object) => Promise<Body>;
  sourceOf: (id: string) => Promise<Body>;
  /** Newest first. */
  runsOf: (id: string) => Promise<Body[]>;
  /** Published hooks with a word. */
  found: (word: string) => Promise<{ total: number; data: Body[] }>;
  /** Hooks of a source in any state, most viewed first. */
  hooksOf: (source: string) => Promise<Body[]>;
  /** Runs one statement on the database and returns its rows. */
  query: (text: string, values?: unknown[]) => Promise<Body[]>;
};

let starting: Promise<IngestService> | undefined;

/** Call it in `before` of a file. The lane closes it. */
export async function ingestService(): Promise<IngestService> {
  starting ??= start();
  const ingest = await starting;
  ingest.beginFile();
  // No source of an earlier file may run or have used units.
  await ingest.query('update sources set enabled = false');
  await ingest.query('delete from api_usage');
  return ingest;
}

async function start(): Promise<IngestService> {
  const fake = fakeYtDlp();
  const upstream = await startJsonApi();
  const service = await testService({
    HOOKLINE_TRUSTED_PROXIES: 'loopback',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_SOURCE_DIRS: `${tmpdir()}:${fixtures}`,
    HOOKLINE_UPDATE_EVERY: '1d',
    HOOKLINE_LIMIT_REJECTS_PER_IMPORT: '6',
    HOOKLINE_LIMIT_PREVIEW_BYTES: '30000',
    HOOKLINE_YTDLP: fake.program,
    HOOKLINE_YTDLP_VIDEOS_PER_HOUR: '25',
    HOOKLINE_YOUTUBE_URL: 'http://127.0.0.1:1',
    HOOKLINE_SECRET_TEAM_FEED: 'of-the-environment',
    HOOKLINE_OPERATOR_EMAIL: ownerEmail,
  });
  onLaneEnd(async () => {
    await Promise.all([service.close(), upstream.close()]);
    fake.close();
  });
  const { key } = await service.account('enterprise');
  const read = async (path: string) => (await service.operator('GET', path)).body;
  const runsOf = async (id: string) => (await read(`/operator/sources/${id}/runs`)).runs;
  return {
    ...{ ...service, upstream, fake, key, runsOf },
    newSource: async (name, more, outcome = 'finished') => {
      const source = { name, location: upstream.url(`/${name}`), preset: 'hookline', every: '1d', ...more };
      const { status, body } = await service.operator('POST', '/operator/sources', source);
      assert.equal(status, 201, JSON.stringify(body));
      await service.observed(`source_run_${outcome}`, body.id);
      return body.id;
    },
    runAgain: async (id, nth, outcome = 'finished', request = {}) => {
      const { status, body } = await service.operator('POST', `/operator/sources/${id}/run`, request);
      assert.equal(status, 202, JSON.stringify(body));
      await service.observed(`source_run_${outcome}`, id, nth);
      return (await runsOf(id))[0];
    },
    sourceOf: (id) => read(`/operator/sources/${id}`),
    found: async (word) => (await service.get(`/hooks/full?q=${encodeURIComponent(word)}&limit=50`, key)).body,
    hooksOf: async (source) => (await read(`/operator/hooks?source=${source}&sort=views`)).hooks,
    query: (text, values) => query(service, text, values),
  };
}

/** Returns lines about a word, each with an id. */
export const linesOf = (count: number, word: string, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    hookLine(`${word} number ${from + n} of the list`, { id: `${word}${from + n}` }),
  );

/** Returns the same lines as values. */
export const itemsOf = (count: number, word: string, from = 0) =>
  linesOf(count, word, from).map((line) => JSON.parse(line));
