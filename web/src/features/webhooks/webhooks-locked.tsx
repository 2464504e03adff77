// WebhooksLocked: replaces the webhooks page on plans without webhooks.
import { PlanRequired } from '../plan/plan-required.tsx';
import { deliveryExample } from './webhook-empty.tsx';
import { maxWebhooks } from './webhook-state.ts';

export function WebhooksLocked() {
  return (
    <PlanRequired
      feature="webhooks"
      adds={() =>
        `${maxWebhooks} webhooks with their own filters, signed deliveries, retries, a 30-day delivery log and replay`
      }
      example={deliveryExample}
    >
      Get new hooks as soon as they’re added, without polling.
    </PlanRequired>
  );
}
