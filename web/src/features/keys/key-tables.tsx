// Tables of /dashboard/keys: active keys, inactive keys, and the empty state.
import type { ReactNode } from 'react';
import type { Key } from '../../api/openapi.ts';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { capitalized, formatDate, formatNumber } from '../../kit/page/format.ts';
import { firstCall } from './issued-key.tsx';
import { Access } from './key-restrictions.tsx';
import { endOf, expiresSoon } from './key-state.ts';

const never = <span className="text-faint">Never</span>;

const columns: Column<Key>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span> },
  { id: 'hint', header: 'Key', cell: ({ hint }) => <code className="font-mono text-xs text-muted">{hint}</code> },
  { id: 'access', header: 'Access', cell: (key) => <Access of={key} /> },
  { id: 'used', header: 'Last used', cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : never) },
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} format={formatDate} /> },
];

type ActiveKeysProps = {
  keys: readonly Key[] | undefined;
  onEdit: (key: Key) => void;
  onRegenerate: (key: Key) => void;
  onRevoke: (key: Key) => void;
};

export function ActiveKeys({ keys, onEdit, onRegenerate, onRevoke }: ActiveKeysProps) {
  const expires: Column<Key> = { id: 'expires', header: 'Expires', cell: (key) => <Expiry of={key} /> };
  const actions: Column<Key> = {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    className: 'w-14',
    cell: (key) => (
      <Menu
        label={`Actions for ${key.name}`}
        items={[
          { label: 'Edit…', icon: 'key', onSelect: () => onEdit(key) },
          { label: 'Regenerate…', icon: 'refresh', onSelect: () => onRegenerate(key) },
          { label: 'Revoke…', icon: 'trash', danger: true, onSelect: () => onRevoke(key) },
        ]}
      />
    ),
  };
  return (
    <Table
      label="Active keys"
      columns={[...columns, expires, actions]}
      rows={keys}
      rowKey={({ id }) => id}
      skeletonRows={3}
    />
  );
}

export function InactiveKeys({ keys }: { keys: readonly Key[] }) {
  const now = useNow();
  const ended: Column<Key> = {
    id: 'ended',
    header: 'Status',
    cell: (key) => {
      const end = endOf(key, now);
      return (
        end && (
          <span className="inline-flex items-center gap-2">
            <Badge>{capitalized(end.reason)}</Badge>
            <Time at={end.at} />
          </span>
        )
      );
    },
  };
  return (
    <details className="group">
      <summary className="mb-3 w-fit rounded-sm text-muted hover:text-ink">
        {formatNumber(keys.length)} expired or revoked
      </summary>
      <Table label="Expired and revoked keys" columns={[...columns, ended]} rows={keys} rowKey={({ id }) => id} />
    </details>
  );
}

export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <EmptyState title="No active keys" action={action} example={<Code label="First call">{firstCall(maskedKey)}</Code>}>
      Create a key, store it in your app’s configuration, and try this call:
    </EmptyState>
  );
}

function Expiry({ of: key }: { of: Key }) {
  const now = useNow();
  if (!key.expires_at) return never;
  const time = <Time at={key.expires_at} />;
  return expiresSoon(key, now) ? <Badge tone="warn">{time}</Badge> : time;
}
