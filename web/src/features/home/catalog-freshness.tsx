// Catalog card: number of hooks, last change, next update. Unknown values are left out.
import type { Meta } from '@hookline/sdk';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Section, Stat } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatDate, formatNumber } from '../../kit/page/format.ts';
import { NextUpdate } from '../public/next-update.tsx';
import { formatInterval } from './interval.ts';

export function CatalogFreshness({ meta }: { meta: Meta }) {
  const { hooks, sample_data, updated_at, checked_at, next_update_at, update_every, data_through } = meta;
  return (
    <Section title="Catalog" actions={<ApiCall call={{ path: '/meta' }} />}>
      <Card>
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          <Stat
            label="Hooks"
            value={formatNumber(hooks)}
            note={sample_data && <Badge tone="warn">Sample data</Badge>}
          />
          <Stat
            label="Updated"
            value={<Time at={updated_at} />}
            note={
              checked_at && (
                <>
                  Checked <Time at={checked_at} />
                </>
              )
            }
          />
          {next_update_at && (
            <Stat
              label="Next update"
              value={<NextUpdate at={next_update_at} />}
              note={`Every ${formatInterval(update_every)}`}
            />
          )}
          {data_through && <Stat label="Newest view count" value={<Time at={data_through} format={formatDate} />} />}
        </div>
      </Card>
    </Section>
  );
}
