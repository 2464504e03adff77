// /dashboard/collections/:id: a collection with its board and actions.
import type { Collection } from '@hookline/sdk';
import { useState } from 'react';
import { useParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useApi } from '../../api/use-api.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { MissingPage } from '../../kit/page/missing.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useMay } from '../../shell/session.tsx';
import { useLatch } from '../filters/use-latch.ts';
import { BoardList } from './board-list.tsx';
import { collectionPath, collectionsPath } from './collection-client.ts';
import type { OpenCollectionDialog } from './collection-dialogs.tsx';

const CollectionDialogs = lazyPart(() => import('./collection-dialogs.tsx'), 'default');

const list = { href: '/dashboard/collections', title: 'Collections' };

export function CollectionPage() {
  const { id = '' } = useParams();
  const { data: collections, error, mutate } = useApi<Collection[]>(collectionsPath);
  const collection = collections?.find(({ collection_id }) => collection_id === id);
  if (collection) return <OpenCollection key={id} collection={collection} />;
  if (collections) return <MissingPage what="Collection" id={id} list={list} />;
  if (error) return <Problem error={error} onRetry={() => void mutate()} />;
  return <Skeleton className="h-96 w-full" />;
}

function OpenCollection({ collection }: { collection: Collection }) {
  const { collection_id: id, name, description, hooks, share_url, updated_at } = collection;
  const mayChange = useMay('change');
  const [open, setOpen] = useState<Exclude<OpenCollectionDialog['type'], 'create'>>();
  const hasOpened = useLatch(open !== undefined);
  const query = `collection=${encodeURIComponent(id)}`;
  const share = () => setOpen('share');
  useActions(mayChange ? [{ title: 'Share collection', icon: 'external', run: share }] : []);
  return (
    <PageBody>
      <PageHeader
        title={name}
        parent={list}
        description={
          <>
            {description && <p className="whitespace-pre-line wrap-anywhere">{description}</p>}
            <p className="flex flex-wrap items-center gap-x-2">
              {plural(hooks, 'hook')} · updated <Time at={updated_at} />
              {share_url && <Badge tone="accent">Shared</Badge>}
            </p>
          </>
        }
        call={{ path: collectionPath(id) }}
        actions={
          <>
            {mayChange && (
              <Button icon="external" onClick={share}>
                Share
              </Button>
            )}
            <Menu
              label={`Actions for ${name}`}
              items={[
                { label: 'Open in Hooks', icon: 'hook', href: `/dashboard/hooks?${query}` },
                ...(mayChange
                  ? ([
                      { label: 'Save as search', icon: 'search', href: `/dashboard/hooks?${query}&save=1` },
                      { label: 'Export', icon: 'export', href: `/dashboard/exports?${query}&new=1` },
                      { label: 'Edit…', icon: 'label', onSelect: () => setOpen('edit') },
                      'separator',
                      { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => setOpen('delete') },
                    ] as const)
                  : []),
              ]}
            />
          </>
        }
      />
      <BoardList id={id} isViewOnly={!mayChange} />
      {hasOpened && (
        <CollectionDialogs
          open={open && { type: open, collection }}
          onClose={() => setOpen(undefined)}
          onDeleted={() => navigate(list.href, { replace: true })}
        />
      )}
    </PageBody>
  );
}
