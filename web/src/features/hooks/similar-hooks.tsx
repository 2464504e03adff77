// Similar hooks: the most viewed ones with the same archetype and niche.
import type { Hook } from '@hookline/sdk';
import { listHooks } from '../../api/catalog.ts';
import { labelName } from '../../api/label-names.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { linkWith } from '../filters/hook-filters.ts';
import { HookList } from './hook-list.tsx';

const shown = 5;

export function SimilarHooks({ hook: { id, archetype, niche } }: { hook: Hook }) {
  // One more, because the hook itself can be among the results.
  const query = { archetype, niche, limit: shown + 1 };
  const list = useApi(['similar', query], () => listHooks(query));
  return (
    <Section
      title="Similar hooks"
      description={`Same archetype (${labelName(archetype)}) and niche (${labelName(niche)}), most viewed first.`}
      actions={
        <>
          <ApiCall call={{ path: '/hooks', query }} />
          <LinkButton small href={linkWith('/dashboard/hooks', { archetype: [archetype], niche: [niche] })}>
            View all
          </LinkButton>
        </>
      }
    >
      <Load from={list} skeleton={<HookList label="Similar hooks" hooks={undefined} skeletonRows={shown} />}>
        {({ data }) => {
          const others = data.filter((hook) => hook.id !== id).slice(0, shown);
          if (others.length === 0) return <p className="text-muted">No other hook has the same archetype and niche.</p>;
          return <HookList label="Similar hooks" hooks={others} href={(hook) => `/dashboard/hooks/${hook.id}`} />;
        }}
      </Load>
    </Section>
  );
}
