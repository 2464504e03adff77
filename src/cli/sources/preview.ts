// hookline admin sources add … --dry-run: what the first run would import, and the API units it uses.
import type { ApiUsage } from '../../ingest/collect/collect.ts';
import type { SourcePreview } from '../../ingest/sources/preview.ts';
import type { Client } from '../client.ts';
import { describePreview } from '../imports/preview.ts';
import type { Options } from '../options.ts';
import { print } from '../print.ts';

export async function showPreview(client: Client, name: string, body: object, options: Options): Promise<void> {
  const found = await client.call<SourcePreview>('POST', '/operator/sources/preview', body);
  print(found, options.json, () => describe(name, found));
}

function describe(name: string, found: SourcePreview): string {
  const { missing_secrets: missing, preview, notices, usage } = found;
  if (missing.length > 0)
    return missing
      .map((secret) => `The secret ${secret} is missing. Set it: hookline admin secrets set ${secret}`)
      .join('\n');
  const sections = [
    describeFound(found),
    ...notices.map(({ location, message, remedy, until }) =>
      [location && `${location}:`, message, remedy, until && `Try again after ${until}.`].filter(Boolean).join(' '),
    ),
    preview ? describePreview(name, preview) : `${name}: nothing would be imported.`,
    Object.keys(usage).length > 0 ? `Cost of the preview: ${describeUnits(usage)}` : '',
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** “Of the 50 newest videos, 10 would be imported, …” */
function describeFound({ found, notices, parts: { read, total } }: SourcePreview): string {
  if (!found) return read < total ? `Read ${read} of ${total} files.` : '';
  const { imported, watched, skipped } = found;
  const counts = [
    `${imported} would be imported`,
    ...(watched > 0 ? [`${watched} have too few views so far and are checked again later`] : []),
    ...(skipped > 0 ? [`${skipped} are too long, horizontal or live`] : []),
  ];
  const all = imported + watched + skipped;
  if (all === 0) return notices.length > 0 ? 'No videos could be read.' : 'No videos found.';
  const part = read < total ? ` (from ${read} of ${total} locations)` : '';
  return `Of the ${all} newest videos${part}: ${counts.join(', ')}.`;
}

const units: Readonly<Record<string, [one: string, many: string]>> = {
  youtube: ['YouTube unit', 'YouTube units'],
  'youtube-search': ['YouTube search', 'YouTube searches'],
  'yt-dlp': ['yt-dlp video', 'yt-dlp videos'],
  transcribe: ['second of transcribed audio', 'seconds of transcribed audio'],
};

/** “3 YouTube units, 1 YouTube search” */
function describeUnits(usage: Readonly<Record<string, number>>): string {
  return Object.entries(usage)
    .map(([api, count]) => `${count.toLocaleString('en')} ${unitOf(api, count)}`)
    .join(', ');
}

function unitOf(api: string, count: number): string {
  const [one, many] = units[api] ?? [api, api];
  return count === 1 ? one : many;
}

/** Lists the APIs that were used in their current window. */
export function describeUsage(usage: readonly ApiUsage[]): string {
  return usage
    .filter(({ used }) => used > 0)
    .map(({ api, used, limit, resets_at }) => {
      const [count, of] = [used, limit].map((value) => value.toLocaleString('en'));
      return `${count} of ${of} ${unitOf(api, limit)} used, until ${resets_at}`;
    })
    .join('\n');
}
