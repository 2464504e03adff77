// /: public home page with a live search, features and plans.
import { useEffect } from 'react';
import type { OfferedPlan } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Section } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { DemoSearch } from './demo-search.tsx';
import { LiveNumbers } from './live-numbers.tsx';
import { PlanCards } from './plan-cards.tsx';

const CheckALine = lazyPart(() => import('./check-a-line.tsx'), 'default', <Skeleton className="h-26 w-full" />);
const Features = lazyPart(() => import('./features.tsx'), 'default', <Skeleton className="h-220 w-full lg:h-150" />);

export function HomePage() {
  const { data: plans } = useApi<OfferedPlan[]>('/plans');
  // Until the plans are loaded, the link leads to /sign-up, which redirects to the request form if needed.
  const isOnRequest = plans?.every(({ sign_up }) => !sign_up);
  useEffect(() => {
    document.title = 'Hookline: viral video hooks API';
  }, []);
  return (
    <div className="stack gap-14 pb-6 md:gap-18">
      <header className="stack items-end gap-x-12 gap-y-7 pt-3 md:pt-8 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="stack gap-5">
          <h1 className="max-w-130 text-display font-semibold tracking-tight text-balance">
            The opening lines of viral videos, as an API
          </h1>
          <p className="max-w-130 text-lg text-muted">
            A curated, read-only database of video hooks: the first sentence, its views, and labels for archetype,
            emotional trigger and niche.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton kind="primary" href={isOnRequest ? '/request-a-key' : '/sign-up'}>
              Get a key
            </LinkButton>
            <LinkButton href="/docs" icon="book" isOutside>
              Read the docs
            </LinkButton>
          </div>
        </div>
        <LiveNumbers />
      </header>
      <DemoSearch />
      <CheckALine />
      <Features />
      <Section title="Plans" description="Where a plan has a limit, calls beyond it are refused until it resets.">
        <PlanCards />
      </Section>
    </div>
  );
}
