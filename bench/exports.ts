// Measures exports of the whole catalog by the running service: time from acceptance to completion, and memory growth.
import { linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ExportLoops, timeExportLoops } from './export-loops.ts';
import { type Hookline, startHookline } from './hookline.ts';
import { residentBytes } from './processes.ts';
import { median } from './report.ts';

const formats = ['jsonl', 'json', 'csv', 'parquet'] as const;
type ExportFormat = (typeof formats)[number];

/** Medians of the rounds; `grownBytes` is the maximum. */
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
        if (format === 'jsonl' && round === 0) linkFile(dataDir, id, jsonl);
        await exporter.remove(id);
      }
    }
  } finally {
    await hookline.stop();
  }
  const summary = (results: FormatResult[]): FormatResult => ({
    seconds: median(results.map(({ seconds }) => seconds)),
    bytes: median(results.map(({ bytes }) => bytes)),
    grownBytes: Math.max(...results.map(({ grownBytes }) => grownBytes)),
  });
  const { jsonl: lines, json, csv, parquet } = runs;
  return {
    formats: { jsonl: summary(lines), json: summary(json), csv: summary(csv), parquet: summary(parquet) },
    loops: await timeExportLoops(dataDir, jsonl, rounds),
  };
}

/** Background work for measurements of reads. The slower formats do the same for longer. */
export async function exportSome(hookline: Hookline): Promise<void> {
  const exporter = await createExporter(hookline);
  for (const format of ['jsonl', 'csv']) await exporter.remove((await exporter.run(format)).id);
}

type Exported = { id: string; downloadUrl: string; seconds: number; bytes: number };

type ExportRecord = {
  export_id: string;
  status: string;
  error?: string;
  created_at: string;
  completed_at: string;
  download_url: string;
  size_bytes: number;
};

export async function createExporter({ url, operator }: Hookline) {
  const email = `exporter-${Date.now()}@example.com`;
  const { id: accountId } = await operator('POST', '/accounts', { name: 'Exporter', email, plan: 'enterprise' });
  const { key } = await operator('POST', `/accounts/${accountId}/keys`, {});
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    run: async (format: string): Promise<Exported> => {
      let response = await fetch(`${url}/export`, { method: 'POST', headers, body: JSON.stringify({ format }) });
      const location = response.headers.get('location') ?? '';
      for (;;) {
        const record = (await response.json()) as ExportRecord;
        if (record.status === 'complete') {
          const { export_id: id, download_url: downloadUrl, size_bytes: bytes } = record;
          const seconds = (Date.parse(record.completed_at) - Date.parse(record.created_at)) / 1000;
          return { id, downloadUrl, seconds, bytes };
        }
        if (record.status !== 'processing')
          throw new Error(`The export to ${format} is ${record.status}: ${record.error}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        response = await fetch(location, { headers });
      }
    },
    remove: (id: string) => operator('DELETE', `/exports/${id}`),
  };
}

async function measure({ pid }: Hookline, run: () => Promise<Exported>): Promise<FormatResult & { id: string }> {
  const before = residentBytes(pid);
  let max = before;
  const watch = setInterval(() => {
    max = Math.max(max, residentBytes(pid));
  }, 10);
  const exported = await run().finally(() => clearInterval(watch));
  return { ...exported, grownBytes: max - before };
}

/** Hard-links the file, so that it remains when the export is deleted. */
function linkFile(dataDir: string, exportId: string, path: string): void {
  const directory = join(dataDir, 'exports');
  const name = readdirSync(directory).find((file) => file.startsWith(exportId));
  if (name) linkSync(join(directory, name), path);
}
