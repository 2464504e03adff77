// Figures of /console: catalog and storage; the process for advanced readers.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OperatorHealth } from '../../api/openapi.ts';
import { Card } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatBytes, formatMs, formatNumber, formatPercent, plural } from '../../kit/page/format.ts';

export function Figures({ health }: { health: OperatorHealth }) {
  const { catalog, database, disk, export_disk, export_files } = health;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Panel
        title="Catalog"
        link={{ href: '/console/imports', title: 'Imports' }}
        rows={[
          ['Published hooks', formatNumber(catalog.hooks)],
          ['Updated', <Time key="updated" at={catalog.updated_at} />],
          ['Newest view counts', catalog.data_through && <Time key="through" at={catalog.data_through} />],
          ['Next update', catalog.next_update_at && <Time key="next" at={catalog.next_update_at} />],
          ['Sources checked', catalog.checked_at && <Time key="checked" at={catalog.checked_at} />],
        ]}
      />
      <Panel
        title="Storage"
        link={{ href: '/console/exports', title: 'Exports' }}
        rows={[
          ['Disk free', disk && <FreeSpace key="free" {...disk} />],
          ['Disk of exports free', export_disk && <FreeSpace key="exports" {...export_disk} />],
          ['Database', database.size_bytes !== null && formatBytes(database.size_bytes)],
          ['Export files', exportsText(export_files)],
        ]}
      />
    </div>
  );
}

function exportsText({ files, bytes }: OperatorHealth['export_files']): string {
  return files === null ? 'Unreachable' : `${formatNumber(files)}, ${formatBytes(bytes ?? 0)}`;
}

/** Figures for finding the cause of a problem. */
export function ProcessFigures({ health }: { health: OperatorHealth }) {
  const { catalog, database, disk, embeddings, export_files, process } = health;
  const { mean_ms, max_ms } = process.event_loop;
  return (
    <Panel
      title="This process"
      rows={[
        ['Version', `${process.version}, Node ${process.node.replace(/^v/, '')}, catalog ${catalog.version}`],
        ['Started', <Time key="started" at={process.started_at} />],
        ['Memory', formatBytes(process.memory.rss_bytes)],
        ['Event loop delay', `${formatMs(mean_ms)}, at most ${formatMs(max_ms)}`],
        ['Database latency', database.reachable && formatMs(database.answered_in_ms ?? 0)],
        ['Search by meaning', embeddings && `${plural(embeddings.vectors, 'line')}, ${embeddings.waiting} waiting`],
        ['Data directory', disk?.path],
        ['Export storage', export_files.location],
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

/** A row without a value is left out. */
type Row = [name: string, value: ReactNode];

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
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
