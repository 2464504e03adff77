// Measures a collection of new videos and a refresh of view counts against a stub of YouTube, and reads during both.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { embeddedUrl } from '../src/db/embedded/server.ts';
import { rows } from './catalog-file.ts';
import { afterJobs, type Hookline, startHookline } from './hookline.ts';
import { loadCore } from './machine.ts';
import { start } from './processes.ts';
import { type DuringResult, measureDuring } from './reads-during.ts';
import { median } from './report.ts';
import { untilServed } from './served.ts';
import type { YouTubeUrls } from './youtube-server.ts';

/** Seconds from the request until the new version is served; medians of the rounds. `published` of the videos; the rest waits for review. */
type CollectResult = { seconds: number; published: number; reads: DuringResult };
type RefreshResult = { seconds: number; units: number; reads: DuringResult };
export type CollectionResult = {
  videos: number;
  hooks: number;
  labelled: CollectResult;
  guessed: CollectResult;
  refresh: RefreshResult;
};

const script = fileURLToPath(new URL('./youtube-server.ts', import.meta.url));
const videos = 1_000;
const hooks = 5_000;
const labels = ['archetype=question', 'emotional_trigger=curiosity', 'niche=finance', 'format=vlog', 'language=en'];

/** In `directory`, which must be new. */
export async function measureCollection(directory: string, rounds: number): Promise<CollectionResult> {
  const youtube = await startYouTubeProcess(hooks);
  const env = {
    HOOKLINE_YOUTUBE_URL: youtube.url,
    HOOKLINE_SECRET_YOUTUBE: youtube.key,
    HOOKLINE_SOURCE_DIRS: directory,
  };
  const known = join(directory, 'known.jsonl');
  writeKnown(known, hooks);
  const trigger = join(directory, 'trigger.jsonl');
  writeFileSync(
    trigger,
    JSON.stringify({ text: 'What nobody tells you about benches', views: 150_000, platform: 'TikTok' }),
  );
  // Sources may not read the data directory.
  const dataDir = join(directory, 'data');
  const hookline = await startHookline(dataDir, { env });
  const client = new pg.Client({ connectionString: embeddedUrl(dataDir) });
  await client.connect();
  try {
    await runSource(hookline, { name: 'known', location: known, preset: 'hookline' });
    // Its runs change nothing, and are followed by a refresh.
    await runSource(hookline, { name: 'trigger', location: trigger, preset: 'hookline' });
    await afterJobs(hookline);
    // Labels that are the same for all videos would teach guesses to be wrong.
    const guessed = await measureCollect({ hookline, youtube, dataDir, rounds, set: null });
    const labelled = await measureCollect({ hookline, youtube, dataDir, rounds, set: labels });
    await afterJobs(hookline);
    const refresh = await measureRefresh({ hookline, youtube, dataDir, rounds, client });
    return { videos, hooks, labelled, guessed, refresh };
  } finally {
    await client.end();
    await hookline.stop();
    await youtube.stop();
  }
}

type YouTube = Awaited<ReturnType<typeof startYouTubeProcess>>;

async function startYouTubeProcess(count: number) {
  const running = await start(loadCore, [process.execPath, script, String(count)], /\n/);
  const { control, ...urls } = JSON.parse(running.greeting) as YouTubeUrls;
  const ask = async (path: string) => (await fetch(control + path)).json();
  const upload = (channel: string) => ask(`/upload?channel=${channel}&count=${videos}`);
  return {
    ...urls,
    stop: running.stop,
    upload,
    grow: () => ask('/grow'),
    requests: async () => Number(await ask('/requests')),
  };
}

/** Hooks of the videos of `@known`, with an old count. */
function writeKnown(path: string, count: number): void {
  const views_captured_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const lines = [...rows(count)].map(({ text, views, ...row }, n) => {
    const source_url = `https://www.youtube.com/shorts/bench${String(n).padStart(6, '0')}`;
    return JSON.stringify({ ...row, text, views, platform: 'YouTube', source_url, views_captured_at });
  });
  writeFileSync(path, lines.join('\n'));
}

type Measured = { hookline: Hookline; youtube: YouTube; dataDir: string; rounds: number };
type Source = { name: string; location: string; preset?: string; set?: readonly string[] | null };

async function measureCollect({
  hookline,
  youtube,
  dataDir,
  rounds,
  set,
}: Measured & Pick<Source, 'set'>): Promise<CollectResult> {
  const name = (round: number) => `${set ? 'labelled' : 'guessed'}${round}`;
  const published: number[] = [];
  const collect = async (round: number) => {
    const report = await runSource(hookline, {
      name: name(round),
      location: `youtube:@${name(round)}`,
      set: set ?? null,
    });
    const { added = 0, pending = 0 } = report;
    if (added + pending !== videos) throw new Error(`Not ${videos} new videos: ${JSON.stringify(report)}`);
    published.push(added);
  };
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round++) await youtube.upload(name(round));
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await collect(round);
    seconds.push((performance.now() - startedAt) / 1000);
  }
  await afterJobs(hookline);
  const reads = await measureDuring(hookline, dataDir, () => collect(rounds));
  return { seconds: median(seconds), published: median(published), reads };
}

async function measureRefresh({
  hookline,
  youtube,
  dataDir,
  rounds,
  client,
}: Measured & { client: pg.Client }): Promise<RefreshResult> {
  const seconds: number[] = [];
  const units: number[] = [];
  const refresh = async () => {
    const before = await youtube.requests();
    const startedAt = performance.now();
    await hookline.operator('POST', '/sources/trigger/run', {});
    await untilRefreshed(hookline, client);
    seconds.push((performance.now() - startedAt) / 1000);
    units.push((await youtube.requests()) - before);
  };
  /** The first 5,000 are due again, with other counts. */
  const prepare = async () => {
    await youtube.grow();
    await client.query(
      `update view_checks set due_at = case when hook_id in (select id from hooks where source = 'known') then now() else due_at + interval '1 day' end`,
    );
  };
  for (let round = 0; round < rounds; round++) {
    await prepare();
    await refresh();
  }
  const alone = median(seconds);
  await prepare();
  await afterJobs(hookline);
  const reads = await measureDuring(hookline, dataDir, refresh);
  return { seconds: alone, units: Math.max(...units), reads };
}

/** Creates the source, and resolves to the report of its first run when that is served. */
async function runSource({ operator, url }: Hookline, source: Source): Promise<Record<string, number>> {
  const { id } = await operator('POST', '/sources', source);
  for (;;) {
    const [run] = (await operator('GET', `/sources/${id}/runs`)).runs as {
      state: string;
      error: string | null;
      report: Record<string, number> | null;
    }[];
    if (run && run.state !== 'running') {
      if (!run.report) throw new Error(`The run of ${source.name} failed: ${run.error}`);
      await untilServed(url, run.report.catalog_version ?? 0);
      return run.report;
    }
    await pause(20);
  }
}

/** Resolves when no result of a refresh is due, or waits for its publication. */
async function untilRefreshed({ url }: Hookline, client: pg.Client): Promise<void> {
  for (;;) {
    const { rows: open } = await client.query('select 1 from view_checks where due_at <= now() or is_found limit 1');
    if (open.length === 0) break;
    await pause(20);
  }
  const {
    rows: [catalog],
  } = await client.query('select version::float8 from catalog');
  await untilServed(url, catalog.version);
}
