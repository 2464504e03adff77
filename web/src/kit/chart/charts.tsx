// StackedBars and LineChart. The drawing code is a separate chunk, chart.tsx.
import type { ComponentProps } from 'react';
import { lazyPart } from '../page/lazy-part.tsx';
import type { Chart } from './chart.tsx';

export type ChartProps = Omit<ComponentProps<typeof Chart>, 'kind'>;

const LoadedChart = lazyPart(() => import('./chart.tsx'), 'Chart');

/** Shows parts of a whole, such as 2xx, 4xx and 5xx. */
export function StackedBars(props: ChartProps) {
  return <LazyChart kind="bars" {...props} />;
}

export function LineChart(props: ChartProps) {
  return <LazyChart kind="lines" {...props} />;
}

function LazyChart(props: ComponentProps<typeof Chart>) {
  return <LoadedChart {...props} />;
}
