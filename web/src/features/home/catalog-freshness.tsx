// How fresh the catalog is: how many hooks, when they last changed, when they will next.
import type { Meta } from '@hookline/sdk';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Section, Stat } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatDate, formatNumber } from '../../kit/page/format.ts';

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
              <span className="inline-flex items-center gap-2">
                version {formatNumber(catalog_version)}
                {meta.sample_data && <Badge tone="warn">sample data</Badge>}
              </span>
            }
          />
          <Stat
            label="Last changed"
            value={<Time at={updated_at} />}
            note={
              checked_at ? (
                <>
                  sources read <Time at={checked_at} />
                </>
              ) : (
                'by hand'
              )
            }
          />
          <Stat
            label="Next update"
            value={next_update_at ? <Time at={next_update_at} /> : 'not scheduled'}
            note={next_update_at ? `every ${update_every}` : 'no source is scheduled'}
          />
          <Stat
            label="View counts up to"
            value={data_through ? <Time at={data_through} of={formatDate} /> : 'unknown'}
            note="the youngest in the catalog"
          />
        </div>
      </Card>
    </Section>
  );
}
