// Response counts and latency histograms by route and status, for Prometheus. Kept in plain numbers and converted when scraped:
// prom-client looks up the series by its labels on every observation, which took 0.5 µs of each response.
import type { Metric, Registry } from 'prom-client';

/** Upper bounds of the latency buckets, in seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2];

/** `buckets` has one entry for each of `bounds`, and a last one for slower responses. A bucket does not include those before it. */
type RouteCounts = { statuses: StatusCount[]; buckets: Float64Array; seconds: number };

type StatusCount = { status: number; responses: number };

/** Counts one response of a route. */
export type CountRouteResponse = (status: number, tookMs: number) => void;

/** Call the returned function once per route, or per endpoint of it. */
export function registerResponseMetrics(registry: Registry): (route: string) => CountRouteResponse {
  const countsByRoute = new Map<string, RouteCounts>();
  const responsesName = 'hookline_answers_total';
  const secondsName = 'hookline_answer_seconds';
  register(responsesName, 'counter', 'Responses of the API', () =>
    [...countsByRoute].flatMap(([route, { statuses }]) =>
      statuses.map(({ status, responses }) => ({ labels: { route, status }, value: responses })),
    ),
  );
  register(secondsName, 'histogram', 'Seconds from request to response', () =>
    [...countsByRoute]
      .filter(([, { statuses }]) => statuses.length > 0)
      .flatMap(([route, counts]) => histogramOf(secondsName, route, counts)),
  );

  return (route) => {
    const counts = countsByRoute.get(route) ?? {
      statuses: [],
      buckets: new Float64Array(bounds.length + 1),
      seconds: 0,
    };
    countsByRoute.set(route, counts);
    return (status, tookMs) => {
      countStatus(counts.statuses, status);
      const seconds = tookMs / 1000;
      let bucket = 0;
      while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
      counts.seconds += seconds;
    };
  };

  /** The registry only reads the values of a metric; prom-client's types accept its own classes alone. */
  function register(name: string, type: 'counter' | 'histogram', help: string, valuesOf: () => Value[]): void {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: valuesOf() });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
}

function countStatus(statuses: StatusCount[], status: number): void {
  for (const count of statuses) {
    if (count.status !== status) continue;
    count.responses += 1;
    return;
  }
  statuses.push({ status, responses: 1 });
}

type Value = { metricName?: string; labels: Record<string, string | number>; value: number };

/** The series of one route. Buckets of Prometheus are cumulative. */
function histogramOf(name: string, route: string, { buckets, seconds }: RouteCounts): Value[] {
  let count = 0;
  const values = Array.from(buckets, (responses, index): Value => {
    count += responses;
    return { metricName: `${name}_bucket`, labels: { route, le: bounds[index] ?? '+Inf' }, value: count };
  });
  values.push({ metricName: `${name}_sum`, labels: { route }, value: seconds });
  values.push({ metricName: `${name}_count`, labels: { route }, value: count });
  return values;
}
