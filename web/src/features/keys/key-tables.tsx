// Tables of keys: active ones with their actions, inactive ones, and the empty state.
import type { ReactNode } from 'react';
import type { Key } from '../../api/openapi.ts';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { InlineName } from '../../kit/forms/inline-name.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { capitalized, formatDate, formatMoment, formatNumber } from '../../kit/page/format.ts';
import { FirstCalls } from './first-calls.tsx';
import type { KeyCalls } from './key-calls.ts';
import { Access } from './key-restrictions.tsx';
import { endOf, expiresSoon, replacementOf } from './key-state.ts';

const never = <span className="text-faint">Never</span>;

type CallsOfKeys = ReadonlyMap<string, KeyCalls> | undefined;

const hint = ({ hint: text }: Key) => <code className="font-mono text-xs text-muted">{text}</code>;

const access: Column<Key> = { id: 'access', header: 'Access', cell: (key) => <Access of={key} /> };

const lastUsed: Column<Key> = {
  id: 'used',
  header: 'Last used',
  cell: ({ last_used_at: at, last_used_ip: from }) =>
    at ? (
      <span className="@max-2xl:text-right">
        <Time at={at} />
        {from && <span className="block text-xs text-muted wrap-anywhere">from {from}</span>}
      </span>
    ) : (
      never
    ),
};

const callsOf = (calls: CallsOfKeys): Column<Key> => ({
  id: 'calls',
  header: 'Calls, 30 days',
  cell: (key) => <Calls of={key} calls={calls && (calls.get(key.id) ?? noCalls)} />,
});

type ActiveKeysProps = {
  /** All keys of the account: inactive ones show which key was replaced. */
  keys: readonly Key[] | undefined;
  calls: CallsOfKeys;
  isViewOnly?: boolean;
  onRename: (key: Key, name: string) => Promise<unknown>;
  onEdit: (key: Key) => void;
  onRegenerate: (key: Key) => void;
  onRevoke: (key: Key) => void;
};

export function ActiveKeys({ keys, calls, isViewOnly, onRename, onEdit, onRegenerate, onRevoke }: ActiveKeysProps) {
  const now = useNow();
  const replacement = (key: Key) => replacementOf(key, keys ?? [], now);
  const columns: Column<Key>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (key) => (
        <span className="grid justify-items-start gap-0.5">
          {isViewOnly ? (
            <span className="font-medium wrap-anywhere">{key.name}</span>
          ) : (
            <InlineName name={key.name} onRename={(name) => onRename(key, name)} />
          )}
          {hint(key)}
        </span>
      ),
    },
    access,
    callsOf(calls),
    lastUsed,
    { id: 'expires', header: 'Expires', cell: (key) => <Expiry of={key} replacement={replacement(key)} /> },
    {
      ...actionsColumn,
      className: 'w-14',
      cell: (key) => (
        <Menu
          label={`Actions for ${key.name}`}
          items={[
            { label: 'Edit…', icon: 'key', onSelect: () => onEdit(key) },
            ...(replacement(key)
              ? []
              : [{ label: 'Regenerate…', icon: 'refresh', onSelect: () => onRegenerate(key) } as const]),
            { label: 'Revoke…', icon: 'trash', danger: true, onSelect: () => onRevoke(key) },
          ]}
        />
      ),
    },
  ];
  const rows = keys?.filter((key) => endOf(key, now) === undefined);
  return (
    <Table
      label="Active keys"
      columns={isViewOnly ? columns.slice(0, -1) : columns}
      rows={rows}
      rowKey={({ id }) => id}
      skeletonRows={3}
    />
  );
}

export function InactiveKeys({ keys, calls }: { keys: readonly Key[]; calls: CallsOfKeys }) {
  const now = useNow();
  const columns: Column<Key>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span> },
    { id: 'hint', header: 'Key', cell: hint },
    access,
    callsOf(calls),
    lastUsed,
    { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} format={formatDate} /> },
    {
      id: 'ended',
      header: 'Status',
      cell: (key) => {
        const end = endOf(key, now);
        const reason = end?.reason === 'expired' && key.replaced_by ? 'replaced' : end?.reason;
        return (
          end &&
          reason && (
            <span className="inline-flex items-center gap-2">
              <Badge>{capitalized(reason)}</Badge>
              <Time at={end.at} />
            </span>
          )
        );
      },
    },
  ];
  return (
    <details className="group">
      <summary className="mb-3 w-fit rounded-sm text-muted hover:text-ink">
        {formatNumber(keys.length)} expired or revoked
      </summary>
      <Table label="Expired and revoked keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
    </details>
  );
}

export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <EmptyState title="No active keys" action={action} example={<FirstCalls />}>
      Create a key, store it in your app’s configuration, and try this call:
    </EmptyState>
  );
}

/** `calls` is undefined while loading. */
const noCalls: KeyCalls = { calls: [], counted: 0 };

function Calls({ of: { name, limits }, calls: shown }: { of: Key; calls: KeyCalls | undefined }) {
  if (!shown) return <span className="text-faint">…</span>;
  const { calls, counted } = shown;
  const total = calls.reduce((sum, count) => sum + count, 0);
  const { per_day: day, per_month: month } = limits;
  const today = day === null ? formatNumber(calls.at(-1) ?? 0) : `${formatNumber(counted)} of ${formatNumber(day)}`;
  return (
    <span className="inline-flex items-center gap-3">
      <span className="min-w-18 tabular-nums @max-2xl:text-right">
        {total === 0 ? <span className="text-faint">None</span> : formatNumber(total)}
        {total + (day ?? 0) > 0 && <span className="block text-xs whitespace-nowrap text-muted">{today} today</span>}
        {month !== null && <span className="block text-xs text-muted">at most {formatNumber(month)} a month</span>}
      </span>
      {total > 0 && (
        <span className="max-lg:hidden">
          <Sparkline values={calls} label={`Calls of ${name} by day`} />
        </span>
      )}
    </span>
  );
}

function Expiry({ of: key, replacement }: { of: Key; replacement: Key | undefined }) {
  const now = useNow();
  const time = key.expires_at ? <Time at={key.expires_at} /> : never;
  if (!replacement || !key.expires_at)
    return (
      <span className="@max-2xl:text-right">
        {expiresSoon(key, now) ? <Badge tone="warn">{time}</Badge> : time}
        <span className="block text-xs text-muted">
          created <Time at={key.created_at} format={formatDate} />
        </span>
      </span>
    );
  const isStillUsed = (key.last_used_at ?? '') > replacement.created_at;
  return (
    <span className="@max-2xl:text-right" title={`Replaced by ${replacement.name} ${replacement.hint}`}>
      <Badge tone={isStillUsed ? 'warn' : 'neutral'}>{isStillUsed ? 'Replaced, still in use' : 'Replaced'}</Badge>
      <span className="block text-xs text-muted">works until {formatMoment(key.expires_at)}</span>
    </span>
  );
}
