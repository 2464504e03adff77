// The figures of /console: catalog, process, and what it stands on, each with unit and age.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OperatorHealth } from '../../../../src/http/operator/health.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatBytes, formatMs, formatNumber, formatPercent } from '../../kit/page/format.ts';

export function Figures({ health }: { health: OperatorHealth }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <CatalogFigures {...health.catalog} />
      <ProcessFigures {...health.process} />
      <StorageFigures {...health} />
    </div>
  );
}

function CatalogFigures(catalog: OperatorHealth['catalog']) {
  return (
    <Panel
      title="Catalog"
      link={{ href: '/console/imports', title: 'Imports' }}
      rows={[
        ['Hooks', <span key="hooks">{formatNumber(catalog.hooks)} published</span>],
        ['Version', formatNumber(catalog.version)],
        ['Changed', <Time key="changed" at={catalog.updated_at} />],
        ['Views counted until', <MaybeTime key="through" at={catalog.data_through} none="never" />],
        ['Next update', <MaybeTime key="next" at={catalog.next_update_at} none="none is planned" />],
        ['Sources looked at', <MaybeTime key="checked" at={catalog.checked_at} none="never" />],
      ]}
    />
  );
}

function ProcessFigures({ version, node, started_at, memory, event_loop }: OperatorHealth['process']) {
  return (
    <Panel
      title="This process"
      rows={[
        ['Version', `${version}, Node ${node.replace(/^v/, '')}`],
        ['Started', <Time key="started" at={started_at} />],
        ['Memory', `${formatBytes(memory.rss_bytes)} in all`],
        ['JavaScript heap', `${formatBytes(memory.heap_used_bytes)} used`],
        ['Event loop delay', `${formatMs(event_loop.mean_ms)} mean`],
        ['p99, longest', `${formatMs(event_loop.p99_ms)}, ${formatMs(event_loop.max_ms)}`],
        ['Delay measured', <Time key="since" at={event_loop.since} of={sinceTime} />],
      ]}
    />
  );
}

function StorageFigures({ database, disk, export_files: { files, bytes, location } }: OperatorHealth) {
  const answered = database.reachable ? `in ${formatMs(database.answered_in_ms ?? 0)}` : 'does not answer';
  const diskRows: Row[] = disk
    ? [
        [
          'Disk free',
          `${formatBytes(disk.free_bytes)} of ${formatBytes(disk.total_bytes)} (${formatPercent(disk.free_bytes / disk.total_bytes)})`,
        ],
        ['Data directory', disk.path],
      ]
    : [['Disk', 'cannot be read']];
  return (
    <Panel
      title="Database and disk"
      link={{ href: '/console/exports', title: 'Exports' }}
      rows={[
        ['Database answered', answered],
        ['Database size', database.size_bytes === null ? 'unknown' : formatBytes(database.size_bytes)],
        ['Export files', files === null ? 'cannot be reached' : `${formatNumber(files)}, ${formatBytes(bytes ?? 0)}`],
        ['Exports are kept in', location],
        ...diskRows,
      ]}
    />
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
