// Feature list of the public page, each with runnable code. A separate chunk, because it is below the fold.
import type { ReactNode } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { Section } from '../../kit/display/card.tsx';

const search = `curl "${location.origin}/hooks?q=salary&niche=finance" \\
  -H "Authorization: Bearer ${maskedKey}"

{ "success": true, "count": 20, "total": 312,
  "data": [{ "id": "hook_1204", "views": 4810233, … }],
  "next_cursor": "…" }`;

const bulkExport = `import { saveExport } from '@hookline/sdk/node';

const file = await hookline.exports.run({
  format: 'parquet',
  filters: { niche: 'finance', min_views: 1_000_000 },
});
await saveExport(file, 'finance.parquet');`;

const webhook = `import { verifyWebhook } from '@hookline/sdk';

const body = await request.text();
const { headers } = request;
const { event } = await verifyWebhook({ body, headers, secret });
if (event.event === 'hooks.new')
  for (const hook of event.data.hooks) console.log(hook.text);`;

const trends = `curl "${location.origin}/trends?by=archetype" \\
  -H "Authorization: Bearer ${maskedKey}"

{ "value": "curiosity_gap", "hooks_added": 118,
  "share": 0.1402, "share_before": 0.0931,
  "verdict": "heating", … }`;

const features: readonly { title: string; description: ReactNode; label: string; code: string }[] = [
  {
    title: 'Search',
    description: 'Full-text search, combinable filters, facets, and cursors that never skip or repeat a hook.',
    label: 'Search with curl',
    code: search,
  },
  {
    title: 'Bulk export',
    description: 'JSON, JSON Lines, CSV or Parquet of one catalog version, with SHA-256 and resumable downloads.',
    label: 'Export with TypeScript',
    code: bulkExport,
  },
  {
    title: 'Signed webhooks',
    description: 'New hooks that match your filters, sent to your endpoint: signed, retried, logged and replayable.',
    label: 'Webhook receiver in TypeScript',
    code: webhook,
  },
  {
    title: 'Trends',
    description: 'What’s rising and falling by archetype, emotion, niche or platform, and whether it’s significant.',
    label: 'Trends with curl',
    code: trends,
  },
];

export default function Features() {
  return (
    <Section title="What it does" description="The examples show sample figures.">
      <ul className="stack gap-6 lg:grid-cols-2">
        {features.map(({ title, description, label, code }) => (
          <li key={title} className="stack content-start gap-2">
            <div>
              <h3 className="font-medium">{title}</h3>
              <p className="text-muted">{description}</p>
            </div>
            <Code label={label}>{code}</Code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
