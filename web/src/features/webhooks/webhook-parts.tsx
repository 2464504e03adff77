// Parts shared by the webhook list and the webhook page: status, filters.
import type { Webhook } from '@hookline/sdk';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { filterTexts } from '../filters/filter-text.ts';
import { fromRecord } from '../filters/hook-filters.ts';
import { useCollectionNames } from '../filters/use-collection-names.ts';

export function WebhookStatus({ of: { status, paused_by } }: { of: Webhook }) {
  if (status === 'active') return <StatusDot tone="good">Active</StatusDot>;
  return <StatusDot tone={paused_by === 'owner' ? 'neutral' : 'bad'}>Paused</StatusDot>;
}

export function FilterChips({ filters }: { filters: Webhook['filters'] }) {
  const chips = filterTexts(fromRecord(filters), useCollectionNames(filters));
  if (chips.length === 0) return <span className="text-muted">All new hooks</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {chips.map(({ name, text }) => (
        <Chip key={`${name} ${text}`}>{text}</Chip>
      ))}
    </span>
  );
}
