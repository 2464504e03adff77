// StackedBars and LineChart. The drawing code is a separate chunk, chart.tsx.
import { type ComponentProps, lazy, Suspense } from 'react';
import type { Chart } from './chart.tsx';

export type ChartProps = Omit<ComponentProps<typeof Chart>, 'kind'>;

const LoadedChart = lazy(() => import('./chart.tsx').then(({ Chart }) => ({ default: Chart })));

/** For parts of a whole, such as 2xx, 4xx and 5xx. */
export function StackedBars(props: ChartProps) {
  return <LazyChart kind="bars" {...props} />;
}

export function LineChart(props: ChartProps) {
  return <LazyChart kind="lines" {...props} />;
}

function LazyChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense
      fallback={<div className="animate-pulse rounded-md bg-sunken" style={{ height: (props.height ?? 180) + 28 }} />}
    >
      <LoadedChart {...props} />
    </Suspense>
  );
}
