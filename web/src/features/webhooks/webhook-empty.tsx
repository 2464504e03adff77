// What stands in place of webhooks where there are none yet: what a delivery looks like.
import type { ReactNode } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { maskedKey } from '../../kit/code/known-key.ts';
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

export const deliveryExample = <Code label="What a delivery looks like">{delivery}</Code>;

export function NoWebhooks({ action }: { action: ReactNode }) {
  const call = `curl "${location.origin}/webhooks" \\
  -H "Authorization: Bearer ${maskedKey}" -H "Content-Type: application/json" \\
  -d '{"webhook_url": "https://example.com/hooks", "filters": {"niche": ["finance"]}}'`;
  return (
    <EmptyState
      title="No webhook yet"
      action={action}
      example={
        <div className="stack gap-3">
          <Code label="Register a webhook by API">{call}</Code>
          {deliveryExample}
        </div>
      }
    >
      Give an address of yours, and choose which hooks it should hear of. This is what it gets:
    </EmptyState>
  );
}
