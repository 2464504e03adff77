// A service whose sources run a program that behaves like yt-dlp, and what tests ask of it.
import assert from 'node:assert/strict';
import { type OpenDatabase, openDatabase } from '../../../src/db/database.ts';
import { type TestService, testService } from '../service.ts';
import { until } from '../until.ts';
import { type FakeVideo, type FakeYtDlp, fakeYtDlp } from './fake-yt-dlp.ts';

type Run = { state: string; error: string | null; report: { added: number } | null; usage: object | null };
type Body = Awaited<ReturnType<TestService['operator']>>['body'];

export type YtDlpService = {
  fake: FakeYtDlp;
  service: TestService;
  database: OpenDatabase;
  /** Creates a source of the profile `name`; `run` is its first. */
  collected: (name: string) => Promise<{ id: string; run: Run }>;
  /** `nth`: of the runs of the source. */
  runAgain: (id: string, nth: number) => Promise<Run>;
  sourceOf: (id: string) => Promise<Body>;
  /** Hooks with the word. */
  found: (word: string) => Promise<Body>;
  /** Ids whose details were requested since the last call. */
  askedSince: () => string[];
  /** Between tests: no videos, no faults, no units used. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
};

/** So that nothing waits for review. */
const set = { archetype: 'question', emotional_trigger: 'curiosity', niche: 'finance', format: 'vlog' };

let videos = 0;

/** Of 250,000 views, unless `more` says otherwise. */
export function video(name: string, more: Partial<FakeVideo> = {}): FakeVideo {
  const id = String(7_300_000_000_000_000_000n + BigInt(++videos));
  return { id, title: titleOf(name), views: 250_000, ...more };
}

export const titleOf = (name: string) => `The ${name} nobody told you about`;

export async function ytDlpService(env: Record<string, string> = {}): Promise<YtDlpService> {
  const fake = fakeYtDlp();
  const service = await testService({ HOOKLINE_YTDLP: fake.program, HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', ...env });
  const database = openDatabase(service.databaseUrl, () => {});
  const { key } = await service.account('scale');
  let seen = 0;

  const sourceOf = async (id: string): Promise<Body> => (await service.operator('GET', `/operator/sources/${id}`)).body;

  /** The nth run of the source, once it is settled. */
  async function ended(id: string, nth: number): Promise<Run> {
    const path = `/operator/sources/${id}/runs`;
    const runsOf = async (): Promise<Run[]> => (await service.operator('GET', path)).body.runs;
    await until(runsOf, (runs) => runs.length >= nth);
    await until(
      () => sourceOf(id),
      ({ running_since }) => running_since === null,
    );
    const [last] = await runsOf();
    assert.ok(last);
    return last;
  }

  async function collected(name: string): Promise<{ id: string; run: Run }> {
    const location = `yt-dlp:https://www.tiktok.com/@${name}`;
    const { status, body } = await service.operator('POST', '/operator/sources', { name, location, set });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.id, run: await ended(body.id, 1) };
  }

  async function runAgain(id: string, nth: number): Promise<Run> {
    const { status, body } = await service.operator('POST', `/operator/sources/${id}/run`, {});
    assert.equal(status, 202, JSON.stringify(body));
    return ended(id, nth);
  }

  function askedSince(): string[] {
    const asked = fake.asked().slice(seen);
    seen += asked.length;
    return asked;
  }

  return {
    ...{ fake, service, database, collected, runAgain, sourceOf, askedSince },
    found: async (word) => (await service.get(`/hooks/full?q=${word}`, key)).body.data,
    reset: async () => {
      askedSince();
      fake.set({ listingError: null, listingOutput: null, videos: [] });
      await database.db.deleteFrom('api_usage').execute();
    },
    close: async () => {
      await database.close();
      await service.close();
      fake.close();
    },
  };
}
