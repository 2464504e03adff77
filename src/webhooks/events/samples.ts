// Samples of events, which test deliveries send.
import { toBody } from './announce.ts';
import { viewThresholds, type WebhookEvent } from './event.ts';

const sampleHook = {
  id: 'hook_0',
  text: 'This is a test delivery, not a hook of the catalog.',
  views: 1_000_000,
  platform: 'TikTok',
  archetype: 'bold_claim',
  emotional_trigger: 'curiosity',
  niche: 'education',
};

/** The body of a test delivery, and how many hooks it has. */
export function sampleOf(type: WebhookEvent, now: Date): { body: string; hooks: number } {
  const at = now.toISOString();
  switch (type) {
    case 'hooks.new':
      return ofHook(sampleHook);
    case 'hooks.updated':
      return ofHook({ ...sampleHook, crossed: viewThresholds[0], previous_views: 960_000 });
    case 'hooks.retired':
      return ofHook({ id: sampleHook.id, retired_at: at, reason: 'curator' });
    case 'export.completed':
      return other({ export_id: 'exp_0', status: 'complete', format: 'csv', records: 1, size_bytes: 120 });
    case 'quota.reached':
      return other({ window: 'month', limit: 100_000, percent: 80, resets_at: at });
    case 'trends.changed':
      return other({
        alert_id: 'alr_0',
        name: 'This is a test delivery',
        by: 'archetype',
        window: '7d',
        filters: { niche: ['education'] },
        changes: [
          {
            value: 'bold_claim',
            verdict: 'heating',
            previous_verdict: 'steady',
            n: 120,
            share: 0.12,
            previous_share: 0.08,
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
