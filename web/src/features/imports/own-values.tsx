// OwnValues: niches and archetypes that operators added to the taxonomy. One that no hook has can be removed.
import { ownValuesPath, removeOwnValue } from '../../api/curation.ts';
import type { OwnValue } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Section } from '../../kit/display/card.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';

export function OwnValues() {
  const values = useApi<{ values: OwnValue[] }>(ownValuesPath).data?.values ?? [];
  if (values.length === 0) return null;
  return (
    <Section title="Values of your own">
      <ul className="divide-y rounded-md border">
        {values.map((value) => (
          <li key={`${value.kind} ${value.id}`} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="font-medium">{value.name}</span>{' '}
              <span className="text-xs text-muted">
                {[`${value.kind}, ${plural(value.hooks, 'hook')}`, ...value.words].join(' · ')}
              </span>
            </span>
            {value.hooks === 0 && (
              <Button small onClick={() => void removeOwnValue(value).catch(toastError)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
