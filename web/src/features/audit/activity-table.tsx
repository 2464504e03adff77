// ActivityTable: the table of /dashboard/activity.
import { Link } from 'wouter';
import { actionText, type Detail, describeDetails } from '../../api/audit-text.ts';
import type { AuditRecord } from '../../api/openapi.ts';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { useSession } from '../../shell/session.tsx';
import { actorName, subjectPage } from './activity-text.ts';

type NameOfKey = (id: string) => string | undefined;

export function ActivityTable({
  records,
  nameOfKey,
}: {
  records: readonly AuditRecord[] | undefined;
  nameOfKey: NameOfKey;
}) {
  const { email } = useSession();
  const columns: Column<AuditRecord>[] = [
    {
      id: 'action',
      header: 'Action',
      cell: (record) => (
        <span className="grid gap-0.5">
          <span className="font-medium">{actionText[record.action]}</span>
          <Subject record={record} nameOfKey={nameOfKey} />
        </span>
      ),
    },
    {
      id: 'details',
      header: 'Details',
      className: 'sm:w-1/2',
      cell: (record) => <Details details={describeDetails(withoutName(record, nameOfKey(record.subject)))} />,
    },
    {
      id: 'actor',
      header: 'By',
      cell: (record) => (
        <span className="grid gap-0.5 @max-2xl:justify-items-end">
          <span className="wrap-anywhere">{actorName(record, nameOfKey, email)}</span>
          {record.address && <span className="font-mono text-xs text-muted">{record.address}</span>}
        </span>
      ),
    },
    { id: 'time', header: 'Time', align: 'right', cell: ({ at }) => <Time at={at} /> },
  ];
  return <Table label="Activity" columns={columns} rows={records} rowKey={({ id }) => id} skeletonRows={8} />;
}

/** Shows a key's name, any other subject's id. */
function Subject({ record, nameOfKey }: { record: AuditRecord; nameOfKey: NameOfKey }) {
  const href = subjectPage(record);
  const name = nameOfKey(record.subject);
  const text = name ? (
    <span className="wrap-anywhere">{name}</span>
  ) : (
    <span className="font-mono text-xs wrap-anywhere">{record.subject}</span>
  );
  if (!href) return <span className="text-muted">{text}</span>;
  return (
    <Link
      href={href}
      data-opens
      className="w-fit text-muted after:content-none underline decoration-line underline-offset-4 hover:text-ink"
    >
      {text}
    </Link>
  );
}

/** Omits the name if the subject column already shows it. */
function withoutName({ details: { name, ...rest } }: AuditRecord, shown: string | undefined): AuditRecord['details'] {
  return name === undefined || name === shown ? rest : { name, ...rest };
}

function Details({ details }: { details: readonly Detail[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5 @max-2xl:justify-end @max-2xl:text-right">
      {details.map((detail) => (
        <li key={detail.name} className="wrap-anywhere">
          <span className="text-muted">{detail.name}</span>{' '}
          {detail.from !== undefined && (
            <>
              {detail.from} <span aria-hidden="true">→</span>
              <span className="sr-only">to</span>{' '}
            </>
          )}
          {detail.to}
        </li>
      ))}
    </ul>
  );
}
