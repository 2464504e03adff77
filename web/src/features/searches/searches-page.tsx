// /dashboard/searches: the account's saved searches, with the URLs of their feeds and their email digests.
import type { SavedSearch } from '@hookline/sdk';
import { useState } from 'react';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { useApi } from '../../api/use-api.ts';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useMay } from '../../shell/session.tsx';
import { DigestSetting } from '../digests/digest-setting.tsx';
import { StoppedDigests, TurnDigestsOff } from '../digests/stopped-digests.tsx';
import { useLatch } from '../filters/use-latch.ts';
import { FeedAppChoice } from './feed-address.tsx';
import { NoSearches } from './no-searches.tsx';
import { SearchCard } from './search-card.tsx';
import { changeSearch, searchesPath } from './search-client.ts';
import type { OpenSearchDialog } from './search-dialogs.tsx';

const SearchDialogs = lazyPart(() => import('./search-dialogs.tsx'), 'default');

const refreshSeconds = 30;

export function SearchesPage() {
  const isViewOnly = !useMay('change');
  const { data: own } = useApi<OwnAccount>(accountPath);
  const { data: searches, error, mutate } = useApi<SavedSearch[]>(searchesPath, undefined, { refreshSeconds });
  const [open, setOpen] = useState<OpenSearchDialog>();
  const hasOpened = useLatch(open !== undefined);
  return (
    <PageBody>
      <PageHeader
        title="Saved searches"
        description="Each search has a feed and an optional email digest. Feeds list new hooks first."
        call={{ path: '/searches' }}
        actions={
          searches?.length !== 0 &&
          !isViewOnly && (
            <>
              <TurnDigestsOff searches={searches} onChanged={() => mutate()} />
              <LinkButton kind="primary" icon="search" href="/dashboard/hooks?save=1">
                Save a search
              </LinkButton>
            </>
          )
        }
      />
      <StoppedDigests
        searches={searches}
        email={own?.account.email}
        isViewOnly={isViewOnly}
        onChanged={() => mutate()}
      />
      {error && !searches ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : searches?.length === 0 ? (
        <NoSearches isViewOnly={isViewOnly} />
      ) : (
        <>
          <Allowance own={own} count={searches?.length} />
          {!isViewOnly && <FeedAppChoice />}
          <div className="stack gap-4">
            {searches?.map((search) => (
              <SearchCard
                key={search.search_id}
                search={search}
                isViewOnly={isViewOnly}
                onRename={(name) => changeSearch(search.search_id, { name }).then(() => mutate())}
                onRotate={() => setOpen({ type: 'rotate', search })}
                onDelete={() => setOpen({ type: 'delete', search })}
              >
                <DigestSetting
                  search={search}
                  timezone={own?.account.timezone}
                  isViewOnly={isViewOnly}
                  onChanged={() => mutate()}
                />
              </SearchCard>
            )) ?? <Skeleton className="h-48 w-full" />}
          </div>
        </>
      )}
      <p className="text-muted">
        Keep feed URLs secret: anyone with one can read the feed, which uses your calls. If one leaks, rotate it.{' '}
        <a href="/docs/feeds" className="underline">
          How to use feeds
        </a>
      </p>
      {hasOpened && <SearchDialogs open={open} onClose={() => setOpen(undefined)} onChanged={mutate} />}
    </PageBody>
  );
}

/** The plan's limits, and how much of them is used. */
function Allowance({ own, count }: { own: OwnAccount | undefined; count: number | undefined }) {
  if (!own || count === undefined) return <Skeleton className="h-5 w-72" />;
  const { saved_searches, feed_items } = own.plan;
  return (
    <p className="text-muted">
      <span className={count >= saved_searches ? 'font-medium text-warn' : 'font-medium text-ink'}>
        {count} of {plural(saved_searches, 'saved search', 'saved searches')}
      </span>{' '}
      · feeds of the {plural(feed_items, 'newest hook', 'newest hooks')}
      {count >= saved_searches && own.plan.name === 'free' && (
        <>
          {' · '}
          <a href="/dashboard/plan">Get more</a>
        </>
      )}
    </p>
  );
}
