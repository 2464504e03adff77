// /console/announcements: operators publish incidents, maintenance and news, which customers see and get by email.

import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { Announcement, OperatorAnnouncementPage } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadMore } from '../../kit/page/load-more.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import type { Open } from './announcement-dialogs.tsx';
import { AnnouncementView } from './announcement-view.tsx';

const Dialogs = lazyPart(() => import('./announcement-dialogs.tsx'), 'AnnouncementDialogs');

const path = '/operator/announcements';
export function AnnouncementsPage() {
  const [isNew, setNew] = useQueryState('new');
  const [open, setOpen] = useState<Open>();
  const { data: first } = useApi<OperatorAnnouncementPage>(`${path}?limit=1`);
  const list = usePages<Announcement>([path], async (after) => {
    const { announcements: data, next } = await request<OperatorAnnouncementPage>('GET', path, { query: { after } });
    return { data, next };
  });
  const close = () => {
    setNew('');
    setOpen(undefined);
  };
  const subscribers = first?.subscribers;
  const groups = [
    ['Now and planned', list.data?.filter(({ phase }) => phase !== 'ended')],
    ['Ended', list.data?.filter(({ phase }) => phase === 'ended')],
  ] as const;
  return (
    <PageBody>
      <PageHeader
        title="Announcements"
        description={
          <>
            Shown at{' '}
            <a href="/status" className="underline underline-offset-2">
              the status page
            </a>{' '}
            and, while open, on every page of the dashboard. Emailed to{' '}
            {subscribers === undefined ? 'subscribers' : plural(subscribers, 'subscriber')}.
          </>
        }
        call={{ path, isOperator: true }}
        actions={
          <Button kind="primary" icon="plus" onClick={() => setNew('1')}>
            New announcement
          </Button>
        }
      />
      {list.error && !list.data ? <Problem error={list.error} onRetry={list.mutate} /> : null}
      {!list.data && !list.error && <Skeleton className="h-40 w-full" />}
      {list.data?.length === 0 && (
        <EmptyState title="No announcements yet">Notify customers about incidents and planned maintenance.</EmptyState>
      )}
      {groups.map(
        ([title, announcements]) =>
          announcements !== undefined &&
          announcements.length > 0 && (
            <Section key={title} title={title}>
              <div className="stack gap-3">
                {announcements.map((announcement) => (
                  <AnnouncementView
                    key={announcement.id}
                    announcement={announcement}
                    actions={<Actions of={announcement} onOpen={setOpen} />}
                  />
                ))}
              </div>
            </Section>
          ),
      )}
      <LoadMore from={list} />
      {(isNew || open) && (
        <Dialogs
          isNew={isNew !== ''}
          open={open}
          subscribers={subscribers}
          onClose={close}
          onChanged={() => {
            close();
            list.mutate();
          }}
        />
      )}
    </PageBody>
  );
}

function Actions({ of, onOpen }: { of: Announcement; onOpen: (open: Open) => void }) {
  return (
    <>
      <Button small onClick={() => onOpen({ kind: 'update', of })}>
        Post update…
      </Button>
      <Menu
        label={`Actions for ${of.title}`}
        items={[
          { label: 'Correct…', icon: 'filter', onSelect: () => onOpen({ kind: 'correct', of }) },
          'separator',
          { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => onOpen({ kind: 'delete', of }) },
        ]}
      />
    </>
  );
}
