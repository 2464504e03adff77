// Catalog card: number of hooks, last change, next update.
import type { Meta } from '@hookline/sdk';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Section, Stat } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatDate, formatNumber } from '../../kit/page/format.ts';
import { formatInterval } from './interval.ts';

export function CatalogFreshness({ meta }: { meta: Meta }) {
  const { hooks, catalog_version, updated_at, checked_at, next_update_at, update_every, data_through } = meta;
  return (
    <Section title="Catalog" actions={<ApiCall call={{ path: '/meta' }} />}>
      <Card>
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-4">
          <Stat
            label="Hooks"
            value={formatNumber(hooks)}
            note={
              <span className="inline-flex flex-wrap items-center gap-x-2">
                Version {formatNumber(catalog_version)}
                {meta.sample_data && <Badge tone="warn">Sample data</Badge>}
              </span>
            }
          />
          <Stat
            label="Last changed"
            value={<Time at={updated_at} />}
            note={
              checked_at ? (
                <>
                  Sources checked <Time at={checked_at} />
                </>
              ) : (
                'Updated manually'
              )
            }
          />
          <Stat
            label="Next update"
            value={next_update_at ? <Time at={next_update_at} /> : 'Not scheduled'}
            note={next_update_at ? `Every ${formatInterval(update_every)}` : 'No scheduled sources'}
          />
          <Stat
            label="View counts as of"
            value={data_through ? <Time at={data_through} format={formatDate} /> : 'Unknown'}
            note="Most recent capture"
          />
        </div>
      </Card>
    </Section>
  );
}
