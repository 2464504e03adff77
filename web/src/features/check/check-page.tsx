// /dashboard/check: compares your own line with the most similar hooks. `?text=` is checked; `?draft=` only fills the field.
import { Suspense } from 'react';
import { useSearch } from 'wouter';
import { checkDraft, type Draft } from '../../api/lines/check.ts';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { AskButton } from '../source-requests/ask-button.tsx';
import { CheckForm } from './check-form.tsx';

const CheckResult = lazyPart(() => import('./check-result.tsx'), 'CheckResult');

const example = 'How to save your first 1,000 dollars';
const submit = (draft: Draft) => changeQuery({ ...draft, draft: undefined });

export function CheckPage() {
  const query = new URLSearchParams(useSearch());
  const given = (name: string) => query.get(name)?.trim() || undefined;
  const draft = { niche: given('niche'), platform: given('platform'), language: given('language') };
  const text = given('text');
  const body = { text: text ?? given('draft') ?? example, ...draft };
  const { data, error, isLoading, mutate } = useApi(
    text ? ['check', body] : null,
    async () => ({ of: body.text, check: await checkDraft(body) }),
    { once: true },
  );
  return (
    <PageBody>
      <PageHeader
        title="Check a line"
        description="See what kind of hook your line is, the hooks most like it, and whether its length or form makes a difference."
        call={{ method: 'POST', path: '/check', body }}
      />
      <Card>
        <CheckForm
          // Back and links also change the values, so the form is then recreated.
          key={JSON.stringify([text ?? given('draft'), draft])}
          initial={{ text: text ?? given('draft') ?? '', ...draft }}
          isBusy={isLoading}
          onSubmit={submit}
        />
      </Card>
      <div aria-live="polite" aria-busy={isLoading}>
        {!text ? (
          <NotChecked />
        ) : error && !isLoading ? (
          <Problem error={error} onRetry={() => void mutate()} />
        ) : data ? (
          <div className={`transition-opacity ${isLoading ? 'opacity-60' : ''}`}>
            <Suspense fallback={placeholder}>
              <CheckResult text={data.of} check={data.check} />
            </Suspense>
          </div>
        ) : (
          placeholder
        )}
      </div>
      <div>
        <AskButton />
      </div>
    </PageBody>
  );
}

const placeholder = <Skeleton className="h-160 w-full" />;

function NotChecked() {
  return (
    <EmptyState
      title="No line checked yet"
      action={<Button onClick={() => submit({ text: example })}>Check an example</Button>}
    >
      You see what kind of hook it is, the five hooks most like it with their views, and whether its length or form
      makes a difference.
    </EmptyState>
  );
}
