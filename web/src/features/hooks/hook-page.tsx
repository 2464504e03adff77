// /dashboard/hooks/:id: one hook with the fields that the plan includes, and similar hooks.

import { HooklineError } from '@hookline/sdk';
import { useParams } from 'wouter';
import { listHooks, readHook } from '../../api/catalog.ts';
import { useMeta } from '../../api/meta.ts';
import { useApi } from '../../api/use-api.ts';
import { Id } from '../../kit/code/code.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { MissingPage } from '../../kit/page/missing.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';
import { checkVariation } from '../check/check-link.ts';
import { saveHooks } from '../collections/save/requests.ts';
import SaveButton from '../collections/save/save-button.tsx';
import { type AnyHook, HookRecord } from './hook-record.tsx';

const parent = { href: '/dashboard/hooks', title: 'Hooks' };

/** Reads the seven fields of every plan, and whether the hook is sample data; null if the catalog lacks the id. */
async function readBrief(ids: string, hasSample: boolean): Promise<AnyHook | null> {
  const [{ data }, samples] = await Promise.all([listHooks({ ids }), hasSample && listHooks({ ids, sample: true })]);
  return data[0] ? { ...data[0], sample: samples && samples.data.length > 0 } : null;
}

export function HookPage() {
  const { id = '' } = useParams<{ id: string }>();
  const { data: meta, error: metaError } = useMeta();
  const isFull = meta?.account.features.includes('full');
  const {
    data: hook,
    error,
    mutate,
  } = useApi<AnyHook | null>(meta || metaError ? ['hook', id, isFull] : null, () =>
    isFull === false ? readBrief(id, meta?.sample_data ?? true) : readHook(id),
  );
  const mayChange = useMay('change');
  useActions(hook && mayChange ? [{ title: 'Save this hook', icon: 'bookmark', run: () => saveHooks([hook]) }] : []);
  const code = error instanceof HooklineError ? error.code : undefined;
  if (hook === null || code === 'gone' || code === 'not_found' || code === 'invalid_parameter')
    return (
      <MissingPage
        what="Hook"
        id={id}
        list={parent}
        gone={
          code === 'gone' &&
          'Its source removed it, or a curator retired it. GET /changes lists it, so that copies of the catalog can delete it.'
        }
      />
    );
  return (
    <PageBody>
      <PageHeader
        title={hook?.text ?? 'Hook'}
        description={<Id>{id.slice(0, 40)}</Id>}
        parent={parent}
        call={isFull === false ? { path: '/hooks', query: { ids: id } } : { path: `/hooks/${encodeURIComponent(id)}` }}
        actions={
          hook && (
            <>
              <LinkButton icon="review" href={checkVariation(hook.text)}>
                Check a variation
              </LinkButton>
              <CopyButton text={hook.text} label="Copy text" showLabel />
              <SaveButton hook={hook} showLabel />
              <Button kind="primary" icon="shuffle" onClick={() => changeQuery({ adapt: '1' })}>
                Adapt to my topic
              </Button>
            </>
          )
        }
      />
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

function HookSkeleton() {
  return (
    <div className="stack gap-6" aria-busy="true">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="w-64" />
      <Skeleton className="h-80 w-full" />
    </div>
  );
}
