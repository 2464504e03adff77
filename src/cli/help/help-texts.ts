// Help texts of the commands. Data only; help.ts lays them out.
import { presetNames } from '../../ingest/mapping/presets.ts';
import { type CommandGroup, serviceCommands } from './service-texts.ts';

const mappingOptions: [string, string][] = [
  ['--preset NAME', `Ready-made mapping: ${presetNames.join(', ')}.`],
  ['--map FIELD=COLUMN', 'Read a field from a column: Caption, Caption|first_sentence, Genre{Fun:comedy}. Repeatable.'],
  ['--set FIELD=VALUE', 'Set a field to a constant. Repeatable.'],
  ['--records PATH', 'Path to the records in nested JSON, or the sheet of a workbook.'],
  ['--records-of key:FIELD', 'The records are the members of an object; their keys become FIELD.'],
  ['--format FORMAT', 'json, jsonl, csv or tsv. Default: detected.'],
];

export const globalOptions: [string, string][] = [
  ['--url URL', 'Service to call. Default: HOOKLINE_PUBLIC_URL, else http://HOST:PORT.'],
  ['--key KEY', 'Operator key. Default: HOOKLINE_OPERATOR_KEY, else the key in the data directory (HOOKLINE_DATA).'],
  ['--json', 'Print JSON.'],
];

export const commandGroups: readonly CommandGroup[] = [
  serviceCommands,
  {
    title: 'Hooks',
    commands: {
      import: {
        summary: 'Import hooks from files, directories or URLs',
        usage: ['import FILE|DIR|URL... [options]'],
        options: [
          ...mappingOptions,
          ['--source NAME', "Source of the hooks. Default: the preset's or the file's name."],
          ['--snapshot', 'Retire hooks of the source that are missing from the file.'],
          ['--force', 'Accept a snapshot that retires more than half of the hooks.'],
          ['--rejects FILE', 'Save rejected records to FILE as JSON Lines.'],
          ['--dry-run', 'Show what the import would do: mapping, counts, reasons, first records. Nothing is imported.'],
        ],
        notes:
          'Without --preset and --map, the preset that fits the columns of a file is used; --preset none turns that off.',
      },
      imports: {
        summary: 'List imports and undo one',
        usage: ['imports [list] [--source NAME] [--state STATE] [--after ID]', 'imports show ID', 'imports undo ID'],
        options: [
          ['--source NAME', 'Imports of this source.'],
          ['--state STATE', 'running, done, unchanged or failed.'],
          ['--after ID', 'Next page.'],
        ],
        notes:
          'An import can be undone for 30 days. What curators and other imports did since stays; webhooks that were sent are\nnot taken back. A scheduled source whose newest run is undone is paused.',
      },
      sources: {
        summary: 'Manage scheduled sources',
        usage: [
          'sources [list]',
          'sources add NAME LOCATION... [options]',
          'sources show ID',
          'sources update ID [--location LOCATION] [options]',
          'sources run ID [--force]',
          'sources runs ID',
          'sources pause ID',
          'sources resume ID',
          'sources delete ID',
          'sources trust [NAME LEVEL]',
        ],
        options: [
          ...mappingOptions,
          ['--every INTERVAL', '30m, 4h, 1d or a cron expression in UTC. Default: HOOKLINE_UPDATE_EVERY.'],
          ['--snapshot', 'Retire hooks that are missing from the location.'],
          ['--allow-shrink', 'Always accept a snapshot that retires more than half of the hooks.'],
          [
            '--dry-run',
            'Show what the first run would import: counts, reasons, first records, cost. Nothing is created (add).',
          ],
          ['--additive', 'Retire nothing (update).'],
          ['--location LOCATION', 'New location (update).'],
          ['--force', 'Read unchanged files too; accept a smaller snapshot once (run).'],
          ['--header HEADER', "Header of requests, such as 'Authorization: Bearer $secret:NAME'. Repeatable."],
          ['--body JSON', 'Send a POST request with this body. $date:-7d is the day a week ago, $yyyymmdd:-7d too.'],
          ['--next PATH', 'Where a response has the next cursor or URL, such as data.cursor; link is the Link header.'],
          ['--next-as NAME', 'Parameter that the cursor is sent as. Default: the last part of PATH without next_.'],
          ['--page NAME', 'Parameter that counts the pages from 1; NAME=0 from 0; offset=0+100 adds 100 for each.'],
          ['--max-seconds N|any', 'Longest video of YouTube and yt-dlp locations. Default 180.'],
          ['--orientation any', 'Also horizontal videos. Default vertical.'],
          ['--max-videos N', 'Newest videos of each location that are looked at. Default 1000.'],
          ['--language TAG', 'Preferred language of searches, such as en.'],
          ['--region COUNTRY', 'Country of searches, such as US.'],
        ],
        notes:
          "A LOCATION is a file, a directory, an https:// URL, one or more youtube: locations, or one or more yt-dlp:\nlocations: youtube:@one youtube:@two 'youtube:search:personal finance', or yt-dlp:https://www.tiktok.com/@name.\n\nID is the id or the name of a source. An empty value (--map '') clears a setting. Where several sources hold one\nvideo, the newest of the most trusted is shown: 0 to 9, 5 unless set.",
      },
      secrets: {
        summary: 'Manage the secrets that sources send, such as keys of APIs',
        usage: ['secrets [list]', 'secrets set NAME', 'secrets delete NAME'],
        notes:
          "Values are typed at a prompt or piped, encrypted with a key derived from the operator key, and never shown.\nHOOKLINE_SECRET_NAME of the environment takes precedence. Sources name them: youtube: locations send youtube,\nand --header 'Authorization: Bearer $secret:NAME' any other.",
      },
      hooks: {
        summary: 'Find, edit, retire and take down hooks; work through the review queue',
        usage: [
          'hooks [list] [options]',
          'hooks accept ID...',
          'hooks reject ID...',
          'hooks reopen ID...',
          'hooks retire ID...',
          'hooks edit ID... --set FIELD=VALUE...',
          'hooks edit ID --text TEXT',
          'hooks accept|reject|reopen|retire|edit --filter NAME=VALUE... [options]',
          'hooks accept-views ID --source NAME',
          'hooks reject-views ID --source NAME',
          'hooks merge ID --into ID',
          'hooks takedown ID --reason TEXT [--blocks LIST]',
        ],
        options: [
          [
            '--state STATE',
            'pending, published, rejected or retired. Default pending for accept and reject by filter.',
          ],
          ['--text WORDS', 'Words in the text; the new text (edit).'],
          ['--creator NAME', 'Hooks of this creator.'],
          [
            '--filter NAME=VALUE',
            'Any filter of GET /operator/hooks, such as reason=cut_text or language=en. Repeatable.',
          ],
          ['--source NAME', 'Hooks of this source; the source whose view count waits (accept-views, reject-views).'],
          ['--claims waiting', 'Hooks with a view count that waits for a decision.'],
          ['--after ID', 'Next page.'],
          ['--set FIELD=VALUE', 'Change a field (edit). Repeatable.'],
          ['--into ID', 'The hook that stays (merge). The other one refers to it.'],
          ['--reason TEXT', 'Kept in the audit log (takedown). Do not quote the hook.'],
          ['--blocks LIST', 'What imports may not bring back: text,source_url,creator. Default: all.'],
        ],
        notes: 'A takedown deletes the content of a hook everywhere and cannot be undone.',
      },
      edits: {
        summary: 'List edits of hooks and undo one',
        usage: ['edits [list] [--after ID]', 'edits undo ID'],
      },
      labels: {
        summary: 'Train the model of labels, guess labels again, and report how right they are',
        usage: ['labels run [options]', 'labels train', 'labels report'],
        options: [
          ['--dry-run', 'Show how many labels change from what to what. Nothing is changed (run).'],
          ['--source NAME', 'Hooks of this source (run).'],
          ['--where NAME=VALUE', 'Any filter of GET /operator/hooks, such as niche=finance. Repeatable (run).'],
          ['--method llm', 'Ask the language model too, which costs tokens in a dry run as well (run).'],
          ['--sample N', 'N of the hooks, always the same ones (run).'],
        ],
        notes:
          'Labels that a source gave and hooks that a curator touched stay as they are. A run is one catalog version, and\n"hookline admin edits undo ID" undoes it. --where state=pending publishes waiting hooks whose labels are certain now.',
      },
      takedowns: {
        summary: 'List takedowns and lift their blocks',
        usage: ['takedowns [list] [--after ID]', 'takedowns lift ID'],
      },
      reports: {
        summary: 'List and dismiss reports of hooks',
        usage: ['reports [list] [--state STATE] [--after ID]', 'reports dismiss ID'],
        options: [['--state STATE', 'waiting, dismissed or taken_down.']],
      },
      platforms: {
        summary: 'List, approve and withdraw platforms outside of the taxonomy',
        usage: ['platforms list', 'platforms approve NAME', 'platforms withdraw NAME'],
      },
      sample: { summary: 'Remove the sample hooks of the starter set', usage: ['sample remove'] },
    },
  },
  {
    title: 'Customers',
    commands: {
      accounts: {
        summary: 'Manage accounts and report their usage',
        usage: [
          'accounts [list] [--after ID] [--deleted]',
          'accounts create --name NAME --email EMAIL [--plan PLAN] [--notify]',
          'accounts show ID',
          'accounts update ID [options]',
          'accounts delete ID [--reason TEXT]',
          'accounts restore ID',
          'accounts erase ID',
          'accounts data ID',
          'accounts usage [ID] [options]',
        ],
        options: [
          ['--plan PLAN', 'free, pro, starter, scale or enterprise.'],
          ['--name NAME, --email EMAIL', 'The new name or email (update). A new email ends sessions.'],
          ['--note TEXT', 'Private note of the operators (update). An empty one removes it.'],
          ['--notify', 'Email the customer how to sign in (create).'],
          ['--message TEXT', 'Included in the email to the customer (create, update).'],
          ['--suspend, --resume', 'Suspend the account, or lift the suspension (update).'],
          ['--per-day N|none', "Custom limit of calls per day; none restores the plan's (update)."],
          ['--per-month N|none', "Custom limit of calls per month; none restores the plan's (update)."],
          ['--since, --until DATE', 'First and last day (usage). Default: the last 30 days.'],
          ['--by DIMENSIONS', 'day, endpoint, key, status, account; comma-separated (usage). Default day.'],
          ['--csv', 'Print CSV (usage).'],
        ],
      },
      keys: {
        summary: 'Manage the API keys of an account',
        usage: [
          'keys list ACCOUNT',
          'keys create ACCOUNT [--name NAME] [--expires DATE] [--scopes SCOPES] [--allow-ip ADDRESS]…',
          'keys update ACCOUNT KEY [--name NAME] [--scopes SCOPES] [--allow-ip ADDRESS]…',
          'keys regenerate ACCOUNT KEY [--grace SECONDS]',
          'keys revoke ACCOUNT KEY',
        ],
        options: [
          ['--name NAME', 'Name of the key.'],
          ['--expires DATE', 'When the key expires. Default: never.'],
          ['--scopes SCOPES', 'What the key may do: read, export, webhooks, usage; comma-separated. Default: all.'],
          [
            '--allow-ip ADDRESS',
            'Address or network the key may be used from. Repeatable; all lifts it. Default: all.',
          ],
          ['--grace SECONDS', 'How long the old key keeps working. Default 86400.'],
        ],
      },
      requests: {
        summary: 'Approve or decline requests of keys, plans and reactivations',
        usage: [
          'requests [list] [--state STATE]',
          'requests approve ID [--plan PLAN] [--message TEXT]',
          'requests decline ID [--reason TEXT]',
        ],
      },
      exports: {
        summary: 'List and cancel exports',
        usage: ['exports [list] [--account ID] [--status STATUS] [--after ID]', 'exports show ID', 'exports cancel ID'],
      },
      webhooks: {
        summary: 'Manage the webhooks of accounts',
        usage: [
          'webhooks [list] [--account ID]',
          'webhooks create ACCOUNT --webhook-url URL [--name TEXT]',
          'webhooks show ID',
          'webhooks test ID',
          'webhooks pause ID',
          'webhooks resume ID [--skip]',
          'webhooks rotate ID',
          'webhooks deliveries ID [--status STATUS]',
          'webhooks replay ID --delivery ID | --since TIME [--until TIME] [--status failed]',
          'webhooks replay --status failed --since TIME [--until TIME] [--account ID] [--dry-run]',
          'webhooks delete ID',
        ],
        options: [
          ['--name TEXT', 'Description of the webhook.'],
          ['--skip', 'Discard the backlog instead of delivering it (resume).'],
          ['--status failed', 'Replay only what failed and was not delivered since; without ID of all webhooks.'],
          ['--dry-run', 'Count them only.'],
        ],
      },
    },
  },
];
