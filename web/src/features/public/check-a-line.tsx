// Small form that checks a line on the public page, without an API key. `?check=` is the line.
import { HooklineError } from '@hookline/sdk';
import { checkDemo } from '../../api/lines/demo-check.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Section } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { maxLineLength, readLine } from '../check/read-line.ts';
import { SmallResult } from './small-result.tsx';

export default function CheckALine() {
  const [line, setLine] = useQueryState('check');
  const check = useApi(line ? ['demo check', line] : null, () => checkDemo(line), { once: true });
  const { data, error, isLoading, mutate } = check;
  return (
    <Section
      title="Check a line"
      description="See what kind of hook your line is, and how similar hooks did. Catalog counts, no made-up score."
    >
      <Form label="Check a line" onSubmit={async (values) => setLine(readLine(values))}>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              key={line}
              name="text"
              label="Your line"
              hideLabel
              placeholder="How to save your first 1,000 dollars"
              maxLength={maxLineLength}
              defaultValue={line}
            />
          </div>
          <Button type="submit" busy={isLoading}>
            Check
          </Button>
        </div>
      </Form>
      <div aria-live="polite" aria-busy={isLoading}>
        {line === '' ? null : error && !isLoading ? (
          <Failed error={error} onRetry={() => void mutate()} />
        ) : data ? (
          <SmallResult check={data} />
        ) : (
          <Skeleton className="h-60 w-full" />
        )}
      </div>
    </Section>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!(error instanceof HooklineError) || error.status !== 429) return <Problem error={error} onRetry={onRetry} />;
  return (
    <Banner
      tone="neutral"
      title="Check limit reached"
      action={
        <LinkButton small href="/request-a-key">
          Request a key
        </LinkButton>
      }
    >
      {error.resetsAt && (
        <>
          You can check the next line <Time at={error.resetsAt.toISOString()} />.{' '}
        </>
      )}
      API keys don’t have this limit.
    </Banner>
  );
}
