// NeededPlan: the plan that a feature needs, on a button of it, before it is clicked.
import { plansPath } from '../../api/account.ts';
import type { Plan } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';

export default function NeededPlan({ feature }: { feature: Plan['features'][number] }) {
  const { data: plans } = useApi<Plan[]>(plansPath);
  const lowest = plans?.find(({ features }) => features.includes(feature));
  return (
    <span className="ml-2 text-xs font-normal opacity-80">
      <span className="sr-only">, needs the plan </span>
      {lowest?.title ?? '…'}
    </span>
  );
}
