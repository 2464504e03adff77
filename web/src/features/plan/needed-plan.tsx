// NeededPlan: the first plan that has a feature, next to the locked feature.
import { plansPath } from '../../api/account.ts';
import type { Plan } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';

export default function NeededPlan({ feature }: { feature: Plan['features'][number] }) {
  const { data: plans } = useApi<Plan[]>(plansPath);
  return <span>{plans?.find(({ features }) => features.includes(feature))?.title ?? '…'}</span>;
}
