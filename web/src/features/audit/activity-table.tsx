// ActivityTable: audit records as members of the account see them; the console has its own.
import { Link } from 'wouter';
import type { AuditRecord } from '../../api/openapi.ts';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { actorText } from './action-text.ts';
import { describeRecord } from './audit-text.ts';
import { Details } from './details.tsx';

export function ActivityTable({ records }: { records: readonly AuditRecord[] | undefined }) {
  const columns: Column<AuditRecord>[] = [
    { id: 'action', header: 'Action', cell: (record) => <Action record={record} /> },
    {
      id: 'details',
      header: 'Details',
      className: 'sm:w-1/2',
      cell: (record) => <Details details={describeRecord(record).details} />,
    },
    {
      id: 'actor',
      header: 'By',
      cell: (record) => (
        <span className="grid gap-0.5 @max-2xl:justify-items-end">
          <span className="wrap-anywhere">{actorName(record)}</span>
          {record.address && <span className="font-mono text-xs text-muted">{record.address}</span>}
        </span>
      ),
    },
    { id: 'time', header: 'Time', align: 'right', cell: ({ at }) => <Time at={at} /> },
  ];
  return <Table label="Activity" columns={columns} rows={records} rowKey={({ id }) => id} skeletonRows={8} />;
}

function Action({ record }: { record: AuditRecord }) {
  const href = subjectPage(record);
  const { text } = describeRecord(record);
  if (!href) return <span className="font-medium wrap-anywhere">{text}</span>;
  return (
    <Link
      href={href}
      data-opens
      className="w-fit font-medium wrap-anywhere after:content-none decoration-line underline-offset-4 hover:underline"
    >
      {text}
    </Link>
  );
}

/** Names a member by the email at the time of the record. */
function actorName({ actor, key_id, key_name, member_email }: AuditRecord): string {
  if (actor === 'key') return `Key ${key_name ?? key_id ?? '(deleted)'}`;
  return (actor === 'session' && member_email) || actorText[actor];
}

/** Path of the subject's page; undefined if it has no page. */
function subjectPage({ action, subject }: AuditRecord): string | undefined {
  if (action === 'webhook.deleted') return undefined;
  const [kind = ''] = subject.split('_', 1);
  if (kind === 'wh') return `/dashboard/webhooks/${encodeURIComponent(subject)}`;
  if (kind === 'hook') return `/dashboard/hooks/${encodeURIComponent(subject)}`;
  return {
    key: '/dashboard/keys',
    exp: '/dashboard/exports',
    sch: '/dashboard/exports',
    acc: '/dashboard/settings',
    req: '/dashboard/plan',
    srch: '/dashboard/searches',
    ses: '/dashboard/sessions',
  }[kind];
}
