// StackedBars and LineChart: how pages ask for them. What draws is chart/, a chunk of its own.
import { type ComponentProps, lazy, Suspense } from 'react';
import type { Chart } from './chart.tsx';

export type ChartProps = Omit<ComponentProps<typeof Chart>, 'kind'>;

const Drawn = lazy(() => import('./chart.tsx').then(({ Chart }) => ({ default: Chart })));

/** Parts of a whole, such as 2xx, 4xx and 5xx. */
export function StackedBars(props: ChartProps) {
  return <Waiting kind="bars" {...props} />;
}

export function LineChart(props: ChartProps) {
  return <Waiting kind="lines" {...props} />;
}

function Waiting(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense
      fallback={<div className="animate-pulse rounded-md bg-sunken" style={{ height: (props.height ?? 180) + 28 }} />}
    >
      <Drawn {...props} />
    </Suspense>
  );
}
