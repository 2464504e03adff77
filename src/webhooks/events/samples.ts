// Example events for test deliveries, with every field of real ones.
import { dayMs } from '../../lib/time.ts';
import { toBody } from './announce.ts';
import { thresholds, type WebhookEvent } from './event.ts';

const sampleHook = {
  id: 'hook_0',
  text: 'This is a test delivery, not a hook of the catalog.',
  views: 1_000_000,
  platform: 'TikTok',
  archetype: 'bold_claim',
  emotional_trigger: 'curiosity',
  niche: 'education',
};

/** Returns the body of a test delivery and its number of hooks. */
export function sampleOf(type: WebhookEvent, now: Date): { body: string; hooks: number } {
  const at = now.toISOString();
  switch (type) {
    case 'hooks.new':
      return ofHook(sampleHook);
    case 'hooks.updated':
      return ofHook({ ...sampleHook, crossed: thresholds.views[0], previous_views: 960_000 });
    case 'hooks.retired':
      return ofHook({ id: sampleHook.id, retired_at: at, reason: 'curator' });
    case 'export.completed':
      return other({
        ...{ export_id: 'exp_0', status: 'complete', format: 'csv', filters: { niche: ['education'] }, fields: null },
        ...{ estimated_records: 1, records: 1, total_matching: 1, truncated: false, size_bytes: 120 },
        sha256: '0'.repeat(64),
        // A reserved domain that does not resolve.
        download_url: 'https://hookline.invalid/export/exp_0/download',
        ...{ catalog_version: 1, schedule_id: null, error: null, created_at: at, completed_at: at },
        expires_at: new Date(now.getTime() + dayMs).toISOString(),
      });
    case 'quota.reached':
      return other({ window: 'month', limit: 100_000, percent: 80, resets_at: at });
    case 'trends.changed':
      return other({
        ...{ alert_id: 'alr_0', name: 'This is a test delivery', by: 'archetype', window: '7d' },
        ...{ filters: { niche: ['education'] }, catalog_version: 1 },
        changes: [
          {
            ...{ value: 'bold_claim', verdict: 'heating', previous_verdict: 'steady', n: 120 },
            ...{ share: 0.12, previous_share: 0.08, change: 0.5 },
          },
        ],
      });
  }

  function ofHook(item: object) {
    const event = { id: null, type } as Parameters<typeof toBody>[3];
    return { body: toBody([item], { index: 1, of: 1 }, now, event), hooks: 1 };
  }

  function other(data: object) {
    return { body: JSON.stringify({ event: type, timestamp: at, event_id: null, data }), hooks: 0 };
  }
}
