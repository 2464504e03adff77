// /dashboard/digests: the emails of what is new in saved searches, all in one place.
import type { SavedSearch } from '@hookline/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { useApi } from '../../api/use-api.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useMay } from '../../shell/session.tsx';
import { FilterLine } from '../filters/filter-line.tsx';
import { NoSearches } from '../searches/no-searches.tsx';
import { changeSearch, searchesPath } from '../searches/search-client.ts';
import { DigestSetting } from './digest-setting.tsx';
import { StoppedDigests } from './stopped-digests.tsx';

export function DigestsPage() {
  const isViewOnly = !useMay('change');
  const own = useApi<OwnAccount>(accountPath);
  const { data: searches, error, mutate } = useApi<SavedSearch[]>(searchesPath);
  const account = own.data?.account;
  const shared = { isViewOnly, onChanged: () => mutate() };
  return (
    <PageBody>
      <PageHeader
        title="Digests"
        description={
          account && (
            <>
              Emails of what is new in your saved searches, to {account.email}, in the time zone {account.timezone}.{' '}
              <Link href="/dashboard/settings" className="underline underline-offset-4">
                Change in settings
              </Link>
            </>
          )
        }
        call={{ path: '/searches' }}
        actions={!isViewOnly && <TurnAllOff searches={searches} onChanged={shared.onChanged} />}
      />
      <StoppedDigests searches={searches} email={account?.email} {...shared} />
      {error && !searches ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : searches?.length === 0 ? (
        <NoSearches isViewOnly={isViewOnly} isDigest>
          Save a search, then choose how often you get an email of what is new in it.
        </NoSearches>
      ) : (
        <Section title="Saved searches" actions={<LinkButton href="/dashboard/searches">Feeds</LinkButton>}>
          {searches?.map((search) => (
            <Card key={search.search_id}>
              <article aria-label={search.name} className="stack gap-3">
                <div>
                  <h3 className="font-medium wrap-anywhere">{search.name}</h3>
                  <p className="text-muted wrap-anywhere">
                    <FilterLine of={search.filters} />
                  </p>
                </div>
                <DigestSetting search={search} timezone={account?.timezone} {...shared} />
              </article>
            </Card>
          )) ?? <Skeleton className="h-48 w-full" />}
        </Section>
      )}
      <p className="text-muted">
        A digest has the ten most viewed new hooks, and is only sent if there are any.{' '}
        <a href="/docs/digests">About digests</a>
      </p>
    </PageBody>
  );
}

function TurnAllOff({
  searches,
  onChanged,
}: {
  searches: SavedSearch[] | undefined;
  onChanged: () => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  const on = searches?.filter(({ digest }) => digest !== 'off') ?? [];
  const turnOff = async () => {
    setBusy(true);
    try {
      for (const { search_id } of on) await changeSearch(search_id, { digest: 'off' });
    } catch (error) {
      toastError(error);
    }
    await onChanged();
    setBusy(false);
  };
  if (on.length === 0) return null;
  return (
    <Button busy={isBusy} onClick={() => void turnOff()}>
      Turn all off
    </Button>
  );
}
