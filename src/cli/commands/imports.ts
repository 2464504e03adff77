// Commands that add hooks: file imports, sources, and the secrets that sources send.
import type { UsedSecret } from '../../http/operator/sources.ts';
import { presetNames } from '../../ingest/mapping/presets.ts';
import type { Command } from '../command.ts';
import { withReportText } from '../imports/report.ts';
import { undoneText } from '../imports/undone.ts';
import type { Options } from '../options.ts';
import { type Row, table } from '../print.ts';
import { withNext } from '../run-action.ts';
import { addSource, sourcesText, trustSource, updateSource } from '../sources/manage.ts';
import { setSecret } from '../sources/set-secret.ts';
import { runTable, showSource } from '../sources/show.ts';

const mappingOptions = `
    --preset NAME           Ready-made mapping: ${presetNames.join(', ')}.
    --map FIELD=COLUMN      Read a field from a column: Caption, Caption|first_sentence, Genre{Fun:comedy}. Repeatable.
    --set FIELD=VALUE       Set a field to a constant. Repeatable.
    --records PATH          Path to the records in nested JSON, or the sheet of a workbook.
    --records-of key:FIELD  The records are the members of an object; their keys become FIELD.
    --format FORMAT         json, jsonl, csv or tsv. Default: detected.
    --header-row N          Row with the column names of a table. Default: detected.
    --encoding NAME         Encoding of text, such as windows-1251. Default: UTF-8, or Windows-1252 for a table that is not UTF-8.`;

export const importCommand: Command = {
  summary: 'Import hooks from files, directories or URLs',
  options: `${mappingOptions}
    --source NAME   Source of the hooks. Default: the preset's or the file's name.
    --snapshot      Retire hooks of the source that are missing from the file.
    --force         Accept a snapshot that retires more than half of the hooks.
    --on-duplicate HOW  Existing hooks: update (default), skip, or insert another hook unless both have the same video.
    --rejects FILE  Save rejected records to FILE as JSON Lines.
    --dry-run       Show what the import would do: mapping, counts, reasons, first records. Nothing is imported.`,
  notes:
    'Without --preset and --map, the preset that fits the columns of a file is used; --preset none turns that off.',
  actions: {
    // Loaded on demand, since it includes the readers of all file formats.
    'FILE|DIR|URL... [options]': async (client, files, options) =>
      (await import('../imports/import.ts')).importFiles(client, files, options),
  },
};

const importColumns = ['id', 'state', 'source', 'filename', 'started_at', 'undone_at', 'report', 'error'];

export const imports: Command = {
  summary: 'List imports and undo one',
  options: `
    --source NAME  Imports of this source.
    --state STATE  running, done, unchanged or failed.
    --after ID     Next page.`,
  notes:
    'An import can be undone for 30 days. Later changes by curators and other imports are kept; sent webhooks are\nnot undone. A scheduled source whose newest run is undone is paused.',
  actions: {
    '[list] [--source NAME] [--state STATE] [--after ID]': {
      call: 'GET /operator/imports',
      text: ({ imports, next }: { imports: Row[]; next: string | null }) =>
        withNext(table(withReportText(imports), importColumns), next),
    },
    'show ID': { call: 'GET /operator/imports/{id}' },
    'undo ID': { call: 'POST /operator/imports/{id}/undo', text: undoneText },
  },
};

const sourceWith = (call: string, body?: (options: Options) => object) => ({ call, body, text: showSource });

export const sources: Command = {
  summary: 'Manage scheduled sources',
  options: `${mappingOptions}
    --every INTERVAL       30m, 4h, 1d or a cron expression in UTC. Default: HOOKLINE_UPDATE_EVERY.
    --snapshot             Retire hooks that are missing from the location.
    --allow-shrink         Always accept a snapshot that retires more than half of the hooks.
    --on-duplicate HOW     Existing hooks: update (default) or skip.
    --dry-run              Show what the first run would import: counts, reasons, first records, cost. Nothing is created (add).
    --additive             Do not retire missing hooks (update).
    --location LOCATION    New location (update).
    --force                Read unchanged files too; accept a smaller snapshot once (run).
    --header HEADER        Header of requests, such as 'Authorization: Bearer $secret:NAME'. Repeatable.
    --body JSON            Send a POST request with this body. $date:-7d is the day a week ago, $yyyymmdd:-7d too.
    --next PATH            Path to the next cursor or URL in a response, such as data.cursor; link is the Link header.
    --next-as NAME         Parameter for the cursor. Default: the last part of PATH without next_.
    --page NAME            Parameter that counts the pages from 1; NAME=0 from 0; offset=0+100 adds 100 for each.
    --max-seconds N|any    Longest video of YouTube and yt-dlp locations. Default 180.
    --orientation any      Include horizontal videos. Default vertical.
    --max-videos N         Number of newest videos to check per location. Default 1000.
    --language TAG         Preferred language of searches, such as en.
    --region COUNTRY       Country of searches, such as US.`,
  notes: `A LOCATION is a file, a directory, an https:// URL, one or more youtube: locations, or one or more yt-dlp:
locations: youtube:@one youtube:@two 'youtube:search:personal finance', or yt-dlp:https://www.tiktok.com/@name.

ID is the id or the name of a source. An empty value (--map '') clears a setting. If several sources have the
same video, the newest record of the most trusted source is shown. Trust is 0 to 9, default 5.`,
  actions: {
    '[list]': { call: 'GET /operator/sources', text: sourcesText },
    'add NAME LOCATION... [options]': addSource,
    'show ID': sourceWith('GET /operator/sources/{id}'),
    'update ID [--location LOCATION] [options]': updateSource,
    'run ID [--force]': sourceWith('POST /operator/sources/{id}/run', ({ force = false }) => ({ force })),
    'runs ID': { call: 'GET /operator/sources/{id}/runs', text: ({ runs }: { runs: Row[] }) => runTable(runs) },
    'pause ID': sourceWith('PATCH /operator/sources/{id}', () => ({ enabled: false })),
    'resume ID': sourceWith('PATCH /operator/sources/{id}', () => ({ enabled: true })),
    'delete ID': sourceWith('DELETE /operator/sources/{id}'),
    'trust [NAME LEVEL]': trustSource,
  },
};

const secretColumns = ['name', 'from', 'updated_at', 'sources', 'note'];

function toSecretRow({ is_readable, sources, ...secret }: UsedSecret) {
  const note = is_readable ? '' : 'Encrypted with a former operator key. Set it again.';
  return { ...secret, sources: sources.join(', ') || null, note };
}

export const secrets: Command = {
  summary: 'Manage the secrets that sources send, such as API keys',
  notes: `Type the value at the prompt or pipe it. It is encrypted with a key derived from the operator key and never shown.
The environment variable HOOKLINE_SECRET_NAME takes precedence. Sources send secrets by name: youtube: locations send
youtube, and --header 'Authorization: Bearer $secret:NAME' sends any other.`,
  actions: {
    '[list]': {
      call: 'GET /operator/secrets',
      text: ({ secrets }: { secrets: UsedSecret[] }) => table(secrets.map(toSecretRow), secretColumns),
    },
    'set NAME': setSecret,
    'delete NAME': {
      call: 'DELETE /operator/secrets/{name}',
      text: (_: object, [name]) => `Deleted the secret ${name}.`,
    },
  },
};
