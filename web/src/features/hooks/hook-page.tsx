// /dashboard/hooks/:id: one hook with everything that is known of it, and the ones most like it.

import { HooklineError } from '@hookline/sdk';
import { lazy, Suspense } from 'react';
import { useParams } from 'wouter';
import { readHook } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { HookRecord } from './hook-record.tsx';

const PlanRequired = lazy(() =>
  import('../plan/plan-required.tsx').then(({ PlanRequired }) => ({ default: PlanRequired })),
);

const parent = { href: '/dashboard/hooks', title: 'Hooks' };

export function HookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const path = `/hooks/${encodeURIComponent(id)}`;
  const { data: meta, error: metaError } = useMeta();
  const isFull = meta?.account.features.includes('full');
  // Not asked for where it would be refused; where that is not known, the service says so.
  const isAsked = isFull ?? metaError !== undefined;
  const { data: hook, error, mutate } = useApi(isAsked ? ['hook', id] : null, () => readHook(id));
  const code = error instanceof HooklineError ? error.code : undefined;
  const header = (
    <PageHeader
      title={id.slice(0, 40)}
      parent={parent}
      call={{ path }}
      actions={hook && <CopyButton text={hook.text} label="Copy text" showLabel />}
    />
  );
  if (isFull === false || code === 'plan_required')
    return (
      <PageBody>
        {header}
        <Suspense>
          <PlanRequired feature="full">
            Here would stand everything that is known of this hook: the template behind it, format and language, who
            made it and when, likes, comments and shares, and the address of the video. Its text and labels are in{' '}
            <a className="underline" href="/dashboard/hooks">
              the list
            </a>
            .
          </PlanRequired>
        </Suspense>
      </PageBody>
    );
  if (code === 'gone' || code === 'not_found') return <Missing isGone={code === 'gone'} id={id} />;
  return (
    <PageBody>
      {header}
      {error && !hook ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : hook ? (
        <HookRecord hook={hook} />
      ) : (
        <Waiting />
      )}
    </PageBody>
  );
}

function Missing({ id, isGone }: { id: string; isGone: boolean }) {
  return (
    <PageBody>
      <PageHeader title={isGone ? 'This hook was retired' : 'There is no such hook'} parent={parent} />
      <EmptyState
        title={
          isGone ? `${id.slice(0, 40)} was in the catalog and is no longer` : `Nothing has the id ${id.slice(0, 40)}`
        }
        action={
          <LinkButton kind="primary" href="/dashboard/hooks">
            Search the hooks
          </LinkButton>
        }
      >
        {isGone
          ? 'Its source withdrew it, or a curator took it out. The API answers 410 for it, and GET /changes tells it to copies of the catalog, so that they delete it too.'
          : 'The id of a hook is hook_ and digits, such as hook_1204. It may have been cut when it was copied.'}
      </EmptyState>
    </PageBody>
  );
}

function Waiting() {
  return (
    <div className="stack gap-6" aria-busy="true">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="w-64" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
