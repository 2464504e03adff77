// The secret of a webhook: shown this once, with what verifies a delivery by it in three ways.
import type { WebhookWithSecret } from '@hookline/sdk';
import { useState } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { Secret } from '../../kit/code/secret.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { verifiers } from './webhook-verifiers.ts';

export function WebhookSecret({ webhook, onStored }: { webhook: WebhookWithSecret; onStored: () => void }) {
  const [chosen, choose] = useState<string>(verifiers[0].id);
  const verifier = verifiers.find(({ id }) => id === chosen) ?? verifiers[0];
  const { previous_secret_until: until } = webhook;
  return (
    <div className="stack gap-5">
      <p className="text-muted">
        It is shown this once. Every delivery is signed with it, so that you know who sent it.
        {until && ` The old secret signs too until ${formatMoment(until)}: exchange it at any time before.`}
      </p>
      <Secret label="Webhook secret" value={webhook.secret} onStored={onStored}>
        <div className="stack gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="font-medium">Verify a delivery</h3>
            <fieldset className="flex flex-wrap gap-1">
              <legend className="sr-only">Language</legend>
              {verifiers.map(({ id, title }) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={verifier.id === id}
                  className="h-7 rounded-md px-2.5 text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
                  onClick={() => choose(id)}
                >
                  {title}
                </button>
              ))}
            </fieldset>
          </div>
          <Code label={`Verify in ${verifier.title}`}>{verifier.text}</Code>
          <p className="text-xs text-muted">
            Over the bytes as they came: JSON that is parsed and printed again has others. The secret is read from
            HOOKLINE_WEBHOOK_SECRET.
          </p>
        </div>
      </Secret>
    </div>
  );
}
