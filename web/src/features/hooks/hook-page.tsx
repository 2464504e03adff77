// /dashboard/hooks/:id: one hook with its full record, and similar hooks.

import { HooklineError } from '@hookline/sdk';
import { useParams } from 'wouter';
import { readHook } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useMay } from '../../shell/session.tsx';
import { checkVariation } from '../check/check-link.ts';
import { saveHooks } from '../collections/save/requests.ts';
import SaveButton from '../collections/save/save-button.tsx';
import { HookRecord } from './hook-record.tsx';

const PlanRequired = lazyPart(() => import('../plan/plan-required.tsx'), 'PlanRequired');

const parent = { href: '/dashboard/hooks', title: 'Hooks' };

export function HookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const path = `/hooks/${encodeURIComponent(id)}`;
  const { data: meta, error: metaError } = useMeta();
  const isFull = meta?.account.features.includes('full');
  // Skipped when the plan lacks full records. If the plan cannot be loaded, the API decides.
  const canRead = isFull ?? metaError !== undefined;
  const { data: hook, error, mutate } = useApi(canRead ? ['hook', id] : null, () => readHook(id));
  const mayChange = useMay('change');
  useActions(hook && mayChange ? [{ title: 'Save this hook', icon: 'bookmark', run: () => saveHooks([hook]) }] : []);
  const code = error instanceof HooklineError ? error.code : undefined;
  const header = (
    <PageHeader
      title={id.slice(0, 40)}
      parent={parent}
      call={{ path }}
      actions={
        hook && (
          <>
            <LinkButton icon="review" href={checkVariation(hook.text)}>
              Check a variation
            </LinkButton>
            <CopyButton text={hook.text} label="Copy text" showLabel />
            <SaveButton hook={hook} showLabel />
          </>
        )
      }
    />
  );
  if (isFull === false || code === 'plan_required')
    return (
      <PageBody>
        {header}
        <PlanRequired feature="full">
          Full records add template, format, language, creator, dates, likes, comments, shares and the video URL. Text
          and labels are on the{' '}
          <a className="underline" href="/dashboard/hooks">
            Hooks page
          </a>
          .
        </PlanRequired>
      </PageBody>
    );
  if (code === 'gone' || code === 'not_found') return <MissingHook isGone={code === 'gone'} id={id} />;
  return (
    <PageBody>
      {header}
      {error && !hook ? (
        <Problem error={error} onRetry={() => void mutate()} />
      ) : hook ? (
        <HookRecord hook={hook} />
      ) : (
        <HookSkeleton />
      )}
    </PageBody>
  );
}

function MissingHook({ id, isGone }: { id: string; isGone: boolean }) {
  return (
    <PageBody>
      <PageHeader title={isGone ? 'Hook retired' : 'Hook not found'} parent={parent} />
      <EmptyState
        title={isGone ? `${id.slice(0, 40)} is no longer in the catalog` : `No hook has the ID ${id.slice(0, 40)}`}
        action={
          <LinkButton kind="primary" href="/dashboard/hooks">
            Browse hooks
          </LinkButton>
        }
      >
        {isGone
          ? 'Its source removed it, or a curator retired it. The API returns 410, and GET /changes lists it so that copies of the catalog can delete it.'
          : 'Hook IDs look like hook_1204. Check that you copied the whole ID.'}
      </EmptyState>
    </PageBody>
  );
}

function HookSkeleton() {
  return (
    <div className="stack gap-6" aria-busy="true">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="w-64" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
