// NotifyField: how a trend alert notifies; warns if no webhook would receive it.
import type { TrendAlert, Webhook } from '@hookline/sdk';
import { useState } from 'react';
import { accountPath, type OwnAccount } from '../../../api/account.ts';
import { useMeta } from '../../../api/meta.ts';
import { useApi } from '../../../api/use-api.ts';
import { SelectField } from '../../../kit/forms/field.tsx';

export function NotifyField({ notify }: { notify: TrendAlert['notify'] }) {
  const [chosen, setChosen] = useState(notify);
  const { data: own } = useApi<OwnAccount>(accountPath);
  const { data: meta } = useMeta();
  const hasWebhooks = meta?.account.features.includes('webhooks') ?? false;
  const { data: webhooks } = useApi<Webhook[]>(chosen === 'webhook' && hasWebhooks ? '/webhooks' : null);
  const isUnheard = webhooks && !webhooks.some(({ events }) => events.includes('trends.changed'));
  return (
    <div className="stack gap-1.5">
      <SelectField
        name="notify"
        label="Notify"
        options={[
          { value: 'email', label: own ? `Email to ${own.account.email}` : 'Email' },
          { value: 'webhook', label: hasWebhooks ? 'Webhooks' : 'Webhooks (Enterprise plan)' },
        ]}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as TrendAlert['notify'])}
      />
      {chosen === 'webhook' && isUnheard && (
        <p role="status" className="text-xs text-warn">
          None of your webhooks receives trend alerts. <a href="/dashboard/webhooks">Add it to one</a>, or choose email.
        </p>
      )}
    </div>
  );
}
