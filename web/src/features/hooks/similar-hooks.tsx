// Similar hooks of a hook: near in words, template and archetype, each with the reason. `?similar=all` shows more of them.
import { closeOnes, readSimilarHooks } from '../../api/lines/similar.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { HookList } from './hook-list.tsx';
import { ProvenHooks } from './proven-hooks.tsx';

const shownAtFirst = 5;
const shownAtMost = 50;

export function SimilarHooks({ id }: { id: string }) {
  const [shown, show] = useQueryState('similar');
  const limit = shown === 'all' ? shownAtMost : shownAtFirst;
  const list = useApi(['similar', id, limit], () => readSimilarHooks(id, limit));
  return (
    <Section
      title="Similar hooks"
      description="Most similar first"
      actions={<ApiCall call={{ path: `/hooks/${id}/similar`, query: { limit } }} title="Find similar hooks by API" />}
    >
      <Load from={list} skeleton={<HookList label="Similar hooks" hooks={undefined} skeletonRows={shownAtFirst} />}>
        {(hooks) =>
          hooks.length === 0 ? (
            <p className="text-muted">No hook is close to this one.</p>
          ) : (
            <>
              <ProvenHooks label="Similar hooks" hooks={shown === 'all' ? hooks : closeOnes(hooks)} />
              {limit === shownAtFirst && hooks.length === shownAtFirst && (
                <div>
                  <Button onClick={() => show('all')}>More like this</Button>
                </div>
              )}
            </>
          )
        }
      </Load>
    </Section>
  );
}
