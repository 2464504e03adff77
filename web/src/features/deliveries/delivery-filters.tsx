// DeliveryFilters: the filter bar of /console/deliveries, kept in the URL.

import type { WebhookOverview } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Button } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { capitalized, formatMoment } from '../../kit/page/format.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import { AccountFilter } from '../accounts/account-filter.tsx';
import { deliveryStatuses } from '../webhooks/webhook-state.ts';
import { deliveryFilters, kinds, spans } from './delivery-state.ts';

type Name = (typeof deliveryFilters)[number];

export function DeliveryFilters({ filters }: { filters: Partial<Record<Name, string[]>> }) {
  const { data } = useApi<{ webhooks: WebhookOverview[] }>('/operator/webhooks');
  const of = (name: Name) => filters[name]?.[0] ?? '';
  const webhooks = (data?.webhooks ?? []).filter(({ account_id }) => ['', account_id].includes(of('account')));
  const isListed = of('webhook') === '' || webhooks.some(({ webhook_id }) => webhook_id === of('webhook'));
  const isSpan = spans.some(({ value }) => value === of('since'));
  const isFiltered = Object.keys(filters).length > 0;
  const select = (name: Name, label: string, options: { value: string; label: string }[]) => (
    <SelectField
      name={name}
      label={label}
      hideLabel
      options={options}
      value={of(name)}
      onChange={(event) => changeQuery({ [name]: event.target.value })}
    />
  );
  return (
    <div
      className={`grid grid-cols-2 gap-2 md:grid-cols-3 ${isFiltered ? 'lg:grid-cols-[repeat(5,minmax(0,1fr))_auto]' : 'lg:grid-cols-5'}`}
    >
      {select('status', 'Status', [{ value: '', label: 'Any status' }, ...deliveryStatuses.map(toOption)])}
      {select('kind', 'Kind', [{ value: '', label: 'Any kind' }, ...kinds.map(toOption)])}
      <AccountFilter value={of('account')} onChange={(account) => changeQuery({ account, webhook: undefined })} />
      {select('webhook', 'Webhook', [
        { value: '', label: 'All webhooks' },
        ...(isListed ? [] : [{ value: of('webhook'), label: of('webhook') }]),
        ...webhooks.map(({ webhook_id, webhook_url }) => ({ value: webhook_id, label: webhook_url })),
      ])}
      {select('since', 'Since', [
        ...spans.map(({ value, label }) => ({ value, label })),
        ...(isSpan ? [] : [{ value: of('since'), label: sinceText(of('since')) }]),
      ])}
      {isFiltered && (
        <Button
          kind="ghost"
          onClick={() => changeQuery(Object.fromEntries(deliveryFilters.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

function toOption(value: string) {
  return { value, label: capitalized(value) };
}

function sinceText(since: string): string {
  return Number.isNaN(Date.parse(since)) ? since : `Since ${formatMoment(since)}`;
}
