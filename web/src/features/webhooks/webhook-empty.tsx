// NoWebhooks: the empty state of the webhooks page, with an example delivery.
import type { ReactNode } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/remembered-key.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';

const delivery = `POST /hooks HTTP/1.1
webhook-id: msg_4fTq0ZsXh2LmB8Rd
webhook-signature: v1,K5oZfzN95Z9U…
x-service-signature: sha256=6c1f0b8e92d4…

{
  "event": "hooks.new",
  "timestamp": "2026-11-21T06:00:04.512Z",
  "event_id": "evt_9xKc2VbQ7wLr5TnE",
  "data": {
    "count": 1,
    "hooks": [
      {
        "id": "hook_1204",
        "text": "Stop buying index funds before you read this.",
        "views": 4810233,
        "platform": "TikTok",
        "archetype": "negative_command",
        "emotional_trigger": "fear",
        "niche": "finance"
      }
    ],
    "batch": { "index": 1, "of": 1 }
  }
}`;

export const deliveryExample = <Code label="Example delivery">{delivery}</Code>;

export function NoWebhooks({ action }: { action: ReactNode }) {
  const call = `curl "${location.origin}/webhooks" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"webhook_url": "https://example.com/hooks", "filters": {"niche": ["finance"]}}'`;
  return (
    <EmptyState
      title="No webhooks yet"
      action={action}
      example={
        <div className="stack gap-3">
          <Code label="Create a webhook with the API">{call}</Code>
          {deliveryExample}
        </div>
      }
    >
      Add a URL and choose which hooks it receives. A delivery looks like this:
    </EmptyState>
  );
}
