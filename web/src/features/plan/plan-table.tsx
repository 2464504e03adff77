// Table of all plans, the current one marked.
import type { Plan } from '../../api/openapi.ts';
import { addedLines, customLimitText, limitParts, priceText } from '../../api/plan-text.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Button } from '../../kit/forms/button.tsx';

type PlanTableProps = {
  plans: readonly Plan[];
  current: string | undefined;
  /** Limits of the account that replace the limits of the current plan. */
  custom: Plan['limits'] | undefined;
  /** Name of the plan that is requested and not decided yet. */
  pending: string | undefined;
  /** Absent if nothing can be requested. */
  onRequest: ((name: string) => void) | undefined;
};

export function PlanTable({ plans, current, custom, pending, onRequest }: PlanTableProps) {
  const columns: Column<Plan>[] = [
    {
      id: 'plan',
      header: 'Plan',
      cell: (plan) => (
        <span className="grid gap-0.5">
          <span className="flex items-center gap-2 font-medium">
            {plan.title} {plan.name === current && <Badge tone="accent">Current</Badge>}
          </span>
          <span className="whitespace-nowrap text-muted">{priceText(plan)}</span>
        </span>
      ),
    },
    {
      id: 'calls',
      header: 'Calls',
      className: '@max-2xl:text-right',
      cell: (plan) => {
        const own = custom && plan.name === current && customLimitText(plan, custom);
        const [limit, note] = own ? [own, 'custom limit'] : limitParts(plan);
        return (
          <span className="grid gap-0.5">
            {limit}
            <span className="text-xs text-muted">{note}</span>
          </span>
        );
      },
    },
    {
      id: 'adds',
      header: 'What it adds',
      cell: (plan) => (
        <ul className="@max-2xl:flex-1">
          {addedLines(plan, plans).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ),
    },
    {
      id: 'request',
      header: 'Request',
      hideHeader: true,
      align: 'right',
      cell: ({ name, title }) =>
        name === pending ? (
          <Badge>Requested</Badge>
        ) : name === current || !onRequest ? null : (
          <Button small onClick={() => onRequest(name)}>
            Request<span className="sr-only"> {title}</span>
          </Button>
        ),
    },
  ];
  return <Table label="All plans" columns={columns} rows={plans} rowKey={({ name }) => name} />;
}
