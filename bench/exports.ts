// Exports of the whole catalog by the running service: time from acceptance to completion, and what its process grows by.
import { linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportLoops, timeExportLoops } from './export-loops.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { residentBytes } from './processes.ts';
import { median } from './report.ts';

const formats = ['jsonl', 'json', 'csv', 'parquet'] as const;
type ExportFormat = (typeof formats)[number];

/** Medians of the rounds, but the most that the process has grown by in any. */
type FormatResult = { seconds: number; bytes: number; grownBytes: number };

export type ExportResult = { formats: Record<ExportFormat, FormatResult>; loops: ExportLoops };

export async function measureExports(dataDir: string, rounds: number): Promise<ExportResult> {
  const runs: Record<ExportFormat, FormatResult[]> = { jsonl: [], json: [], csv: [], parquet: [] };
  const jsonl = join(dataDir, 'export.jsonl');
  const hookline = await startHookline(dataDir, { isPinned: false });
  try {
    const exporter = await createExporter(hookline);
    for (let round = 0; round < rounds; round++) {
      for (const format of formats) {
        const { id, ...result } = await measure(hookline, () => exporter.run(format));
        runs[format].push(result);
        if (format === 'jsonl' && round === 0) keepFile(dataDir, id, jsonl);
        await exporter.remove(id);
      }
    }
  } finally {
    await hookline.stop();
  }
  const summary = (results: FormatResult[]): FormatResult => ({
    seconds: median(results.map(({ seconds }) => seconds)),
    bytes: results[0].bytes,
    grownBytes: Math.max(...results.map(({ grownBytes }) => grownBytes)),
  });
  const { jsonl: lines, json, csv, parquet } = runs;
  return {
    formats: { jsonl: summary(lines), json: summary(json), csv: summary(csv), parquet: summary(parquet) },
    loops: await timeExportLoops(dataDir, jsonl, rounds),
  };
}

/** For what goes on beside it. The dearer formats do the same for longer. */
export async function exportSome(hookline: Hookline): Promise<void> {
  const exporter = await createExporter(hookline);
  for (const format of ['jsonl', 'csv']) await exporter.remove((await exporter.run(format)).id);
}

type Exported = { id: string; downloadUrl: string; seconds: number; bytes: number };

export async function createExporter({ url, operator }: Hookline) {
  const email = `exporter-${Date.now()}@example.com`;
  const { id: accountId } = await operator('POST', '/accounts', { name: 'Exporter', email, plan: 'enterprise' });
  const { key } = await operator('POST', `/accounts/${accountId}/keys`, {});
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    run: async (format: string): Promise<Exported> => {
      let answer = await fetch(`${url}/export`, { method: 'POST', headers, body: JSON.stringify({ format }) });
      const place = answer.headers.get('location') ?? '';
      for (;;) {
        const one = (await answer.json()) as Record<string, string>;
        const seconds = (Date.parse(one.completed_at) - Date.parse(one.created_at)) / 1000;
        if (one.status === 'complete') {
          const { export_id: id, download_url: downloadUrl } = one;
          return { id, downloadUrl, seconds, bytes: Number(one.size_bytes) };
        }
        if (one.status !== 'processing') throw new Error(`The export of ${format} is ${one.status}: ${one.error}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        answer = await fetch(place, { headers });
      }
    },
    remove: (id: string) => operator('DELETE', `/exports/${id}`),
  };
}

async function measure({ pid }: Hookline, run: () => Promise<Exported>): Promise<FormatResult & { id: string }> {
  const before = residentBytes(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 10);
  const exported = await run().finally(() => clearInterval(watch));
  return { ...exported, grownBytes: most - before };
}

/** Under a second name, which the removal of the export leaves alone. */
function keepFile(dataDir: string, exportId: string, path: string): void {
  const directory = join(dataDir, 'exports');
  const name = readdirSync(directory).find((one) => one.startsWith(exportId));
  if (name) linkSync(join(directory, name), path);
}
