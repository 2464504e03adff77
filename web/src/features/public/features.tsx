// What Hookline does, each with a few lines that run. A chunk of its own, since it stands below the fold.
import type { ReactNode } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/known-key.ts';
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
for (const hook of event.data.hooks) console.log(hook.text);`;

const trends = `curl "${location.origin}/trends?by=archetype" \\
  -H "Authorization: Bearer ${maskedKey}"

{ "value": "curiosity_gap", "hooks_added": 118,
  "share": 0.1402, "share_before": 0.0931,
  "verdict": "heating", … }`;

const features: readonly { title: string; says: ReactNode; label: string; code: string }[] = [
  {
    title: 'Search',
    says: 'Words in any order, filters that combine, facets, and pages that never skip or repeat.',
    label: 'Search by curl',
    code: search,
  },
  {
    title: 'Bulk export',
    says: 'JSON, JSON Lines, CSV or Parquet of one catalog version, with its SHA-256; downloads resume.',
    label: 'Export in TypeScript',
    code: bulkExport,
  },
  {
    title: 'Signed webhooks',
    says: 'New hooks that match your filters are posted to you: signed, retried, logged, to be replayed.',
    label: 'A receiver in TypeScript',
    code: webhook,
  },
  {
    title: 'Trends',
    says: 'What rises and falls by archetype, emotion, niche or platform, and whether it is more than chance.',
    label: 'Trends by curl',
    code: trends,
  },
];

export default function Features() {
  return (
    <Section title="What it does">
      <ul className="stack gap-6 lg:grid-cols-2">
        {features.map(({ title, says, label, code }) => (
          <li key={title} className="stack content-start gap-2">
            <div>
              <h3 className="font-medium">{title}</h3>
              <p className="text-muted">{says}</p>
            </div>
            <Code label={label}>{code}</Code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
