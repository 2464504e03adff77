// ApiUsages: API units that all sources used in the current window. Unused APIs are left out.
import type { ApiUsage } from '../../api/openapi.ts';
import { Gauge } from '../../kit/chart/gauge.tsx';
import { Card } from '../../kit/display/card.tsx';
import { apiWords } from './usage-text.ts';

export function ApiUsages({ usage }: { usage: readonly ApiUsage[] }) {
  const used = usage.filter((one) => one.used > 0);
  if (used.length === 0) return null;
  return (
    <Card>
      <section aria-label="API usage" className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {used.map(({ api, used, limit, resets_at }) => (
          <Gauge
            key={api}
            label={`${apiWords(api).name}, ${apiWords(api).window}`}
            used={used}
            limit={limit}
            unit={apiWords(api).many}
            resetsAt={resets_at}
          />
        ))}
      </section>
    </Card>
  );
}
