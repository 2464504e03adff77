// AuditList: audit records of the console with action, subject, account, actor, changes and request id.
import { Link } from 'wouter';
import type { NamedAuditRecord } from '../../api/openapi.ts';
import { readAudit } from '../../api/operator-accounts.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { actorText } from './action-text.ts';
import { describeRecord } from './audit-text.ts';
import { Details } from './details.tsx';
import { subjectPage } from './subject-page.ts';

type AuditFilters = { account?: string; action?: string; actor?: string; subject?: string };

const pageSize = 50;

/** Applies to cells, not to the header. */
const top = '[td&]:align-top';

const columns: Column<NamedAuditRecord>[] = [
  {
    id: 'action',
    header: 'Action',
    className: top,
    cell: (record) => {
      const { text, details } = describeRecord(record, true);
      return (
        <div className="stack min-w-44 gap-0.5">
          <span className="font-medium wrap-anywhere">{text}</span>
          <Details details={details} />
        </div>
      );
    },
  },
  {
    id: 'subject',
    header: 'Subject',
    className: top,
    cell: (record) => <Subject record={record} />,
  },
  {
    id: 'account',
    header: 'Account',
    className: top,
    cell: ({ account_id: id, account_name: name }) =>
      id ? (
        <Link href={`/console/accounts/${id}`} className="inline-block min-w-24 wrap-anywhere hover:text-accent">
          {name ?? <code className="font-mono text-xs">{id}</code>}
        </Link>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
  { id: 'actor', header: 'By', className: top, cell: (record) => <Actor record={record} /> },
  { id: 'at', header: 'Time', className: top, cell: ({ at }) => <Time at={at} /> },
  {
    id: 'request',
    header: 'Request',
    align: 'right',
    className: top,
    cell: ({ request_id: id }) =>
      id ? (
        <span title={id}>
          <CopyButton text={id} label="Copy request ID" />
        </span>
      ) : (
        <span className="text-faint">–</span>
      ),
  },
];

type AuditListProps = { filters: AuditFilters; hides?: readonly string[] };

export function AuditList({ filters, hides = [] }: AuditListProps) {
  const query = { ...filters, limit: pageSize };
  const list = usePages(['audit', query], (after) => readAudit({ ...query, after }));
  const table = (rows: readonly NamedAuditRecord[] | undefined) => (
    <Table
      label="Audit records"
      columns={columns.filter(({ id }) => !hides.includes(id))}
      rows={rows}
      rowKey={({ id }) => id}
      skeletonRows={8}
      empty={
        <EmptyState title="No records match these filters">
          Changes by operators, accounts, keys and Hookline are kept for 400 days.
        </EmptyState>
      }
    />
  );
  return (
    <div className="stack gap-4">
      <LoadList from={list} table={table} />
    </div>
  );
}

function Subject({ record: { subject, account_id } }: { record: NamedAuditRecord }) {
  const href = subjectPage(subject, account_id);
  const id = <code className="font-mono text-xs whitespace-nowrap">{subject}</code>;
  return (
    <span className="inline-flex items-center gap-x-1 text-muted">
      {href ? (
        <Link href={href} data-opens className="after:content-none hover:text-accent">
          {id}
        </Link>
      ) : (
        id
      )}
      <CopyButton text={subject} label={`Copy ${subject}`} />
    </span>
  );
}

function Actor({ record }: { record: NamedAuditRecord }) {
  const { actor, key_id, address } = record;
  const email = record.operator_email ?? record.member_email;
  return (
    <span className="grid min-w-36 justify-items-start gap-0.5 @max-2xl:justify-items-end">
      {actorText[actor]}
      {key_id && (
        <Link
          href={`/console/audit?actor=${key_id}`}
          title="Show all actions of this key"
          className="font-mono text-xs whitespace-nowrap text-muted hover:text-accent"
        >
          {record.key_name ?? key_id}
        </Link>
      )}
      {email && (
        <Link
          href={`/console/audit?actor=${encodeURIComponent(email)}`}
          title="Show all actions of this person"
          className="text-xs wrap-anywhere text-muted hover:text-accent"
        >
          {email}
        </Link>
      )}
      {address && <span className="font-mono text-xs text-muted">{address}</span>}
    </span>
  );
}
