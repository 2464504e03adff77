// AccountFilter: filters a console list by account. The value is the account id.
import type { AccountOverviewPage } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';

// Loaded lazily, since pages would otherwise exceed their script limit.
const Combobox = lazyPart(
  () => import('../../kit/forms/combobox.tsx'),
  'Combobox',
  <Skeleton className="h-8 w-full" />,
);

type AccountFilterProps = { value: string; onChange: (id: string) => void };

export function AccountFilter({ value, onChange }: AccountFilterProps) {
  const { data } = useApi<AccountOverviewPage>('/operator/accounts?sort=newest&limit=200');
  const accounts = data?.accounts ?? [];
  const isListed = value === '' || accounts.some(({ id }) => id === value);
  const unlisted = (data?.total ?? 0) - accounts.length;
  return (
    <Combobox
      label="Account"
      chosen={[value]}
      onChoose={onChange}
      options={[
        {
          value: '',
          label: unlisted > 0 ? `All accounts (newest ${formatNumber(accounts.length)} listed)` : 'All accounts',
        },
        ...(isListed ? [] : [{ value, label: value }]),
        ...accounts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
