// Figures of /console: catalog, process, database and disk.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OperatorHealth } from '../../api/openapi.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatBytes, formatMs, formatNumber, formatPercent } from '../../kit/page/format.ts';

export function Figures({ health }: { health: OperatorHealth }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <CatalogFigures {...health} />
      <ProcessFigures {...health.process} />
      <StorageFigures {...health} />
    </div>
  );
}

function CatalogFigures({ catalog, embeddings }: OperatorHealth) {
  return (
    <Panel
      title="Catalog"
      link={{ href: '/console/imports', title: 'Imports' }}
      rows={[
        ['Hooks', <span key="hooks">{formatNumber(catalog.hooks)} published</span>],
        ['Version', formatNumber(catalog.version)],
        ['Updated', <Time key="updated" at={catalog.updated_at} />],
        ['View counts as of', <MaybeTime key="through" at={catalog.data_through} none="Never" />],
        ['Next update', <MaybeTime key="next" at={catalog.next_update_at} none="Not scheduled" />],
        ['Sources checked', <MaybeTime key="checked" at={catalog.checked_at} none="Never" />],
        ['Compared by meaning', embeddings ? toProgress(embeddings) : 'Off'],
      ]}
    />
  );
}

function toProgress({ vectors, waiting }: NonNullable<OperatorHealth['embeddings']>): string {
  return `${formatNumber(vectors)} lines, ${formatNumber(waiting)} waiting`;
}

function ProcessFigures({ version, node, started_at, memory, event_loop }: OperatorHealth['process']) {
  return (
    <Panel
      title="This process"
      rows={[
        ['Version', `${version}, Node ${node.replace(/^v/, '')}`],
        ['Started', <Time key="started" at={started_at} />],
        ['Memory (RSS)', formatBytes(memory.rss_bytes)],
        ['JavaScript heap used', formatBytes(memory.heap_used_bytes)],
        ['Event loop delay, mean', formatMs(event_loop.mean_ms)],
        ['p99, max', `${formatMs(event_loop.p99_ms)}, ${formatMs(event_loop.max_ms)}`],
        ['Measured', <Time key="since" at={event_loop.since} format={sinceTime} />],
      ]}
    />
  );
}

function StorageFigures({ database, disk, export_disk, export_files: { files, bytes, location } }: OperatorHealth) {
  const latency = database.reachable ? formatMs(database.answered_in_ms ?? 0) : 'Unreachable';
  const diskRows: Row[] = disk
    ? [
        ['Disk free', <FreeSpace key="free" {...disk} />],
        ['Data directory', disk.path],
      ]
    : [['Disk', 'Unknown']];
  if (export_disk) diskRows.push(['Disk of exports free', <FreeSpace key="exports" {...export_disk} />]);
  return (
    <Panel
      title="Database and disk"
      link={{ href: '/console/exports', title: 'Exports' }}
      rows={[
        ['Database latency', latency],
        ['Database size', database.size_bytes === null ? 'Unknown' : formatBytes(database.size_bytes)],
        ['Export files', files === null ? 'Unreachable' : `${formatNumber(files)}, ${formatBytes(bytes ?? 0)}`],
        ['Export storage', location],
        ...diskRows,
      ]}
    />
  );
}

function FreeSpace({ free_bytes, total_bytes, missing_bytes }: NonNullable<OperatorHealth['disk']>) {
  return (
    <>
      {formatBytes(free_bytes)} of {formatBytes(total_bytes)} ({formatPercent(free_bytes / total_bytes)})
      {missing_bytes > 0 && <span className="text-bad">, {formatBytes(missing_bytes)} missing</span>}
    </>
  );
}

/** “since 17:25 UTC”. */
const sinceTime = (at: string | number) => `since ${new Date(at).toISOString().slice(11, 16)} UTC`;

type Row = [name: ReactNode, value: ReactNode];

function Panel({ title, link, rows }: { title: string; link?: { href: string; title: string }; rows: Row[] }) {
  return (
    <Card flush>
      <div className="flex h-10 items-center justify-between gap-4 border-b px-4">
        <h2 className="font-semibold">{title}</h2>
        {link && (
          <Link href={link.href} className="rounded-sm text-xs text-muted hover:text-ink">
            {link.title}
          </Link>
        )}
      </div>
      <dl className="grid gap-2 px-4 py-3">
        {rows.map(([name, value], row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows do not move
          <div key={row} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function MaybeTime({ at, none }: { at: string | null; none: string }) {
  return at ? <Time at={at} /> : <span className="text-faint">{none}</span>;
}
