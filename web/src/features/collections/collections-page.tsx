// /dashboard/collections: the account's collections, and how many the plan includes.
import type { Collection } from '@hookline/sdk';
import { useState } from 'react';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { useApi } from '../../api/use-api.ts';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Load } from '../../kit/page/load.tsx';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { useLatch } from '../filters/use-latch.ts';
import { collectionHref, collectionsPath } from './collection-client.ts';
import type { OpenCollectionDialog } from './collection-dialogs.tsx';

const CollectionDialogs = lazyPart(() => import('./collection-dialogs.tsx'), 'default');

export function CollectionsPage() {
  const mayChange = useMay('change');
  const response = useApi<Collection[]>(collectionsPath);
  const [open, setOpen] = useState<OpenCollectionDialog>();
  const [isCreating] = useQueryState('new');
  const shown = open ?? (isCreating && mayChange ? ({ type: 'create' } as const) : undefined);
  const hasOpened = useLatch(shown !== undefined);
  const create = () => setOpen({ type: 'create' });
  useActions(mayChange ? [{ title: 'Create collection', icon: 'plus', run: create }] : []);
  const button = mayChange && (
    <Button kind="primary" icon="plus" onClick={create}>
      Create collection
    </Button>
  );
  const table = (collections: Collection[] | undefined) => (
    <Table
      label="Collections"
      columns={mayChange ? [...columns, actionsWith(setOpen)] : columns}
      rows={collections}
      rowKey={({ collection_id }) => collection_id}
      href={({ collection_id }) => collectionHref(collection_id)}
      empty={<NoCollections action={button} />}
    />
  );
  return (
    <PageBody>
      <PageHeader
        title="Collections"
        description="Hooks you keep, in your order, with notes and tags. Share a collection by a link, or filter hooks and exports by it."
        call={{ path: collectionsPath }}
        actions={response.data?.length !== 0 && button}
      />
      {response.data?.length !== 0 && <Allowance count={response.data?.length} />}
      <Load from={response} skeleton={table(undefined)}>
        {table}
      </Load>
      <p className="text-muted">
        <a href="/docs/collections" className="underline">
          How to use collections
        </a>
      </p>
      {hasOpened && (
        <CollectionDialogs
          open={shown}
          onClose={() => {
            setOpen(undefined);
            changeQuery({ new: undefined }, { replace: true });
          }}
        />
      )}
    </PageBody>
  );
}

const columns: Column<Collection>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { id: 'hooks', header: 'Hooks', align: 'right', cell: ({ hooks }) => formatNumber(hooks) },
  {
    id: 'share',
    header: 'Share page',
    cell: ({ share_url }) => (share_url ? <Badge tone="accent">Shared</Badge> : <span className="text-muted">–</span>),
  },
  { id: 'updated', header: 'Updated', cell: ({ updated_at }) => <Time at={updated_at} /> },
];

const actionsWith = (show: (open: OpenCollectionDialog) => void): Column<Collection> => ({
  id: 'actions',
  header: 'Actions',
  hideHeader: true,
  className: 'w-12',
  cell: (collection) => (
    <Menu
      label={`Actions for ${collection.name}`}
      items={[
        { label: 'Edit…', icon: 'label', onSelect: () => show({ type: 'edit', collection }) },
        { label: 'Share…', icon: 'external', onSelect: () => show({ type: 'share', collection }) },
        'separator',
        { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => show({ type: 'delete', collection }) },
      ]}
    />
  ),
});

/** The plan's limits, and how much of them is used. */
function Allowance({ count }: { count: number | undefined }) {
  const { data: own } = useApi<OwnAccount>(accountPath);
  if (!own || count === undefined) return <Skeleton className="h-5 w-72" />;
  const { collections, hooks_per_collection, name } = own.plan;
  const isFull = count >= collections;
  return (
    <p className="text-muted">
      <span className={isFull ? 'font-medium text-warn' : 'font-medium text-ink'}>
        {count} of {plural(collections, 'collection')}
      </span>{' '}
      · up to {plural(hooks_per_collection, 'hook')} in each
      {isFull && name === 'free' && (
        <>
          {' · '}
          <a href="/dashboard/plan">Get more</a>
        </>
      )}
    </p>
  );
}

const example = () => `curl "${location.origin}/collections" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"name": "Openers for spring"}'`;

function NoCollections({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState
      title="No collections yet"
      action={action}
      example={<Code label="Create a collection with the API">{example()}</Code>}
    >
      Create one here, or press <kbd>s</kbd> on any hook to save it. Then share the collection by a link, or export it.
    </EmptyState>
  );
}
