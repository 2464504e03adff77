// hookline changes: lists changes of the catalog, follows them, and applies them to a copy in a file.
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Change, type ChangesPage, HooklineConnectionError, HooklineError } from '../../../sdk/src/index.ts';
import { type Context, defineCommand } from '../command.ts';
import { findAccount } from '../connect.ts';
import { checkTarget } from '../files.ts';
import { type Applied, applyChanges, type Place, readPlace } from '../mirror.ts';
import { duration, wholeNumber } from '../options.ts';
import { confirm } from '../terminal/ask.ts';
import { UsageError } from '../terminal/output.ts';
import { printable } from '../terminal/table.ts';

const changeOptions = {
  since: {
    value: 'VERSION',
    help: 'Catalog version to start after; 0 lists every hook. Default: version of the copy, else the current version with --follow.',
  },
  follow: { short: 'f', help: 'Follow new changes until stopped.' },
  into: { value: 'FILE', help: 'Keep a copy in this JSON Lines file: one hook per line, without retired hooks.' },
  every: {
    value: 'TIME',
    help: 'Polling interval, such as 30s, 5m or 1h. Default 1m. Unchanged responses are not counted.',
  },
} as const;
type ChangesContext = Context<typeof changeOptions>;

/** Changes of this many pages are merged into the copy at once; each page has 1,000. */
const pagesPerMerge = 50;

export const changes = defineCommand({
  summary: 'List changes, or keep a copy of the catalog up to date',
  usage: ['--since VERSION [options]', '--follow [options]', '--into FILE [--follow]'],
  options: changeOptions,
  notes:
    'Every plan but Free. FILE.version stores the version of the copy; an interrupted run continues from there. Without --into,\neach change is one line: id, change (added, updated, retired), catalog_version and hook.',
  examples: ['changes --follow --into copy.jsonl', 'changes --since 12 --fields change,id'],
  run: async (context) => {
    const { args, values } = context;
    if (args.length > 0) throw new UsageError(`changes takes options only, not ${args[0]}.`);
    const every = duration('--every', values.every ?? '1m');
    const since = values.since === undefined ? undefined : wholeNumber('--since', values.since);
    if (since === undefined && !values.follow && !values.into)
      throw new UsageError('Pass --since VERSION (0 lists every hook), --follow or --into FILE.');
    return values.into === undefined ? print(context, since, every) : mirror(context, values.into, since, every);
  },
});

async function print(context: ChangesContext, given: number | undefined, every: number): Promise<void> {
  const { output, values, connect, signal } = context;
  const hookline = connect({ cacheSize: 4 });
  let since = given ?? (await hookline.meta({ signal })).catalog_version;
  let cursor: string | undefined;
  if (given === undefined) output.note(`Following changes after version ${since}. Stop with Ctrl-C.`);
  await repeat(context, every, async () => {
    for await (const page of hookline.changes({ since, limit: 1000, cursor }, { signal }).pages()) {
      for (const change of page.data) output.event(change, () => describe(change));
      // After an outage, the walk continues where it was.
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined) since = page.catalogVersion;
    }
  });
  if (!values.follow) output.note(`Up to version ${since}.`);
}

function describe({ change, id, catalog_version, hook, merged_into }: Change): string {
  const rest = hook
    ? `${hook.views.toLocaleString('en').padStart(13)}  ${printable(hook.text)}`
    : merged_into
      ? `merged into ${merged_into}`
      : '';
  return `${String(catalog_version).padStart(6)}  ${change.padEnd(7)}  ${id.padEnd(12)}  ${rest}`.trimEnd();
}

async function mirror(context: ChangesContext, path: string, since: number | undefined, every: number): Promise<void> {
  const { values, output, connect, signal } = context;
  const { url } = findAccount(values);
  const isThere = checkTarget(path);
  const known = readPlace(path);
  if (known && known.url !== url)
    throw new UsageError(`${path} is a copy of ${known.url}. Choose another file for ${url}.`);
  if (since && !isThere)
    throw new UsageError(`${path} does not exist. --since ${since} continues an export; --since 0 loads every hook.`);
  // The old file is kept until the new one is complete.
  let isFresh = since === 0 || (since === undefined && !known);
  if (isFresh && isThere) await confirm(`This overwrites ${path}.`, { yes: values.yes, signal });
  let place: Place = since === undefined ? (known ?? { url, since: 0 }) : { url, since };
  const hookline = connect({ cacheSize: 4 });
  await repeat(context, every, async () => {
    const from = place.since;
    const applied: Applied = { added: 0, updated: 0, retired: 0 };
    let pending: Change[] = [];
    const flush = async (next: Place) => {
      const { added, updated, retired } = await applyChanges(path, pending, next, isFresh);
      isFresh = false;
      applied.added += added;
      applied.updated += updated;
      applied.retired += retired;
      pending = [];
      place = next;
    };
    const query = { since: from, limit: 1000, cursor: place.cursor };
    let last: ChangesPage | undefined;
    for await (const page of hookline.changes(query, { signal }).pages()) {
      last = page;
      pending.push(...page.data);
      if (pending.length >= pagesPerMerge * 1000 && page.nextCursor !== null)
        await flush({ url, since: from, cursor: page.nextCursor });
    }
    if (!last) return;
    const isUnchanged = !isFresh && last.catalogVersion === from && pending.length === 0 && existsSync(path);
    if (!isUnchanged) await flush({ url, since: last.catalogVersion });
    else if (values.follow) return;
    const record = { catalog_version: last.catalogVersion, ...applied, file: path };
    const { added, updated, retired } = applied;
    output.event(
      record,
      () =>
        `${new Date().toLocaleTimeString('en-GB')}  version ${last?.catalogVersion}: ${added} added, ${updated} updated, ${retired} retired`,
    );
  });
}

/** Runs the step once, or with --follow until it is stopped. Then it continues after outages and exhausted quotas, with a warning. */
async function repeat(
  { values: { follow }, signal, output }: ChangesContext,
  every: number,
  step: () => Promise<void>,
): Promise<void> {
  for (;;) {
    let waitMs = every;
    try {
      await step();
    } catch (error) {
      if (follow && signal.aborted) return;
      const retryAfterMs = retryDelay(error);
      if (!follow || retryAfterMs === undefined) throw error;
      waitMs = Math.max(every, retryAfterMs);
      output.warn(
        `hookline: ${error instanceof Error ? error.message : error} Retrying in ${Math.round(waitMs / 1000)} s.`,
      );
    }
    if (!follow) return;
    await pause(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

/** Undefined if a retry cannot help. */
export function retryDelay(error: unknown): number | undefined {
  if (error instanceof HooklineConnectionError) return 0;
  if (error instanceof HooklineError && (error.status === 429 || error.status >= 500))
    return (error.retryAfterSeconds ?? 0) * 1000;
  return undefined;
}
