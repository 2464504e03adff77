// All plans beside each other, the present one marked.
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { exportWords, featureWords, limitWords, priceWords, supportWords } from '../../api/plan-text.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Button } from '../../kit/forms/button.tsx';

type PlanTableProps = {
  plans: readonly PlanRecord[];
  current: string | undefined;
  onAsk: (name: string) => void;
};

export function PlanTable({ plans, current, onAsk }: PlanTableProps) {
  const columns: Column<PlanRecord>[] = [
    {
      id: 'plan',
      header: 'Plan',
      cell: (plan) => (
        <span className="grid gap-0.5">
          <span className="flex items-center gap-2 font-medium">
            {plan.title} {plan.name === current && <Badge tone="accent">your plan</Badge>}
          </span>
          <span className="text-muted">{priceWords(plan)}</span>
        </span>
      ),
    },
    { id: 'calls', header: 'Calls', className: 'max-sm:text-right', cell: limitWords },
    { id: 'features', header: 'Includes', className: 'max-sm:text-right', cell: featureWords },
    { id: 'exports', header: 'Exports', className: 'max-sm:text-right', cell: exportWords },
    { id: 'support', header: 'Support', className: 'max-sm:text-right', cell: supportWords },
    {
      id: 'ask',
      header: 'Ask for it',
      hideHeader: true,
      align: 'right',
      cell: ({ name, title }) =>
        name === current ? null : (
          <Button small onClick={() => onAsk(name)}>
            Ask<span className="sr-only"> for {title}</span>
          </Button>
        ),
    },
  ];
  return <Table label="All plans" columns={columns} rows={plans} rowKey={({ name }) => name} />;
}
