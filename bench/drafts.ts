// Latency of similar lines and checks at a low rate, at which every thread sleeps between two requests. `/health/live` shows the latency of
// the machine itself.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Hookline } from './hookline.ts';
import { loadCore, pinned } from './machine.ts';
import { cpuMicros } from './processes.ts';
import { atMost, figure, type Goal, markdown, type PartResult } from './report.ts';
import type { SteadyTask, SteadyWindow } from './steady-client.ts';

const run = promisify(execFile);
const rate = 50;
/** In the first window, which is left out, code is compiled and every text is embedded once. */
const windows = [10, 20];
const texts = 300;

type DraftCase = { name: string; limitMs?: number } & Pick<SteadyTask, 'paths' | 'bodies'>;

export async function measureDrafts(hookline: Hookline, hooks: string): Promise<PartResult> {
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const { name, limitMs, ...one } of await draftCases(hookline)) {
    const { p50, p99, cpuMs } = await measureSteady(hookline, one);
    rows.push([name, figure(p50), figure(p99), figure(cpuMs)]);
    if (limitMs) goals.push(atMost(`${name}, ${hooks} hooks, ${rate} requests/s: p99`, p99, limitMs, 'ms'));
  }
  const head = ['request', 'p50 ms', 'p99 ms', 'CPU ms'];
  return { sections: [[`At ${rate} requests/s, ${hooks} hooks`, markdown({ head, rows })]], goals };
}

async function draftCases({ url, key }: Hookline): Promise<DraftCase[]> {
  const ids: string[] = [];
  const lines: string[] = [];
  for (let cursor: string | null = ''; ids.length < texts && cursor !== null; ) {
    const query = `limit=100${cursor && `&cursor=${cursor}`}`;
    const response = await fetch(`${url}/hooks?${query}`, { headers: { authorization: `Bearer ${key}` } });
    const page = (await response.json()) as { data: { id: string; text: string }[]; next_cursor: string | null };
    for (const { id, text } of page.data) {
      ids.push(id);
      lines.push(text);
    }
    cursor = page.next_cursor;
  }
  // The first half of one line and the second of another: a text that no hook has.
  const half = (text = '', isFirst: boolean) => {
    const words = text.split(' ');
    return isFirst ? words.slice(0, words.length / 2) : words.slice(words.length / 2);
  };
  const bodies = lines.map((text, at) =>
    JSON.stringify({ text: [...half(text, true), ...half(lines[(at + 37) % lines.length], false)].join(' ') }),
  );
  return [
    { name: '`/health/live`', paths: ['/health/live'] },
    { name: '`/hooks/{id}/similar`', limitMs: 3, paths: ids.map((id) => `/hooks/${id}/similar`) },
    { name: '`POST /similar`', paths: ['/similar'], bodies },
    { name: '`POST /check`', limitMs: 5, paths: ['/check'], bodies },
  ];
}

async function measureSteady({ url, key, pid }: Hookline, one: Pick<SteadyTask, 'paths' | 'bodies'>) {
  const headers: Record<string, string> = one.bodies ? { 'content-type': 'application/json' } : {};
  const task: SteadyTask = { url, key, headers, rate, connections: 8, windows, ...one };
  const script = fileURLToPath(new URL('./steady-client.ts', import.meta.url));
  const [program, ...args] = pinned(loadCore, [process.execPath, script, JSON.stringify(task)]);
  const before = cpuMicros([pid]);
  const { stdout } = await run(program, args);
  const { p50, p99, failed }: SteadyWindow = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  if (failed > 0) throw new Error(`${failed} requests to ${one.paths[0]} failed.`);
  const seconds = windows.reduce((sum, window) => sum + window);
  return { p50, p99, cpuMs: (cpuMicros([pid]) - before) / 1000 / (rate * seconds) };
}
