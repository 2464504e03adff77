// WebhookSecret: shows a new webhook secret once, with verification code in three languages.
import type { WebhookWithSecret } from '@hookline/sdk';
import { useState } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { Secret } from '../../kit/code/secret.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { verifiers } from './webhook-verifiers.ts';

export function WebhookSecret({ webhook, onStored }: { webhook: WebhookWithSecret; onStored: () => void }) {
  const [selected, setSelected] = useState<string>(verifiers[0].id);
  const verifier = verifiers.find(({ id }) => id === selected) ?? verifiers[0];
  const { previous_secret_until: until } = webhook;
  return (
    <div className="stack gap-5">
      <p className="text-muted">
        You won’t see it again. Use it to verify that deliveries come from Hookline.
        {until && ` The old secret stays valid until ${formatMoment(until)}. Switch before then.`}
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
                  onClick={() => setSelected(id)}
                >
                  {title}
                </button>
              ))}
            </fieldset>
          </div>
          <Code label={`Verify in ${verifier.title}`}>{verifier.text}</Code>
          <p className="text-xs text-muted">
            Verify the raw body; re-serialised JSON won’t match. The code reads the secret from HOOKLINE_WEBHOOK_SECRET.
          </p>
        </div>
      </Secret>
    </div>
  );
}
