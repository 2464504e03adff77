// What stands in place of webhooks where the plan has none.
import { PlanLacks } from '../plan/plan-required.tsx';
import { deliveryExample } from './webhook-empty.tsx';
import { mostWebhooks } from './webhook-state.ts';

export function WebhooksLacking() {
  return (
    <PlanLacks
      feature="webhooks"
      adds={() =>
        `${mostWebhooks} addresses with filters of their own, signed deliveries, retries, a log of 30 days, replay`
      }
      example={deliveryExample}
    >
      New hooks are posted to addresses of yours as they are added, in place of asking for them again and again.
    </PlanLacks>
  );
}
