// Answers by route, status and time, for Prometheus. Counted in plain numbers and put in its form only where it is read: prom-client
// finds the series again by its labels at each observation, which took 0.5 µs of every answer.
import type { Metric, Registry } from 'prom-client';

/** Seconds that an answer took at most. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2];

/** `answers[n]` had `statuses[n]`; `buckets[n]` took as long as `bounds[n]` and longer than the bound before, the last one longer than all. */
type Tally = { statuses: number[]; answers: number[]; buckets: Float64Array; seconds: number };

/** Counts one answer of a route. */
export type TallyAnswer = (status: number, tookMs: number) => void;

/** What it gives is asked once for each route, or each endpoint of it. */
export function registerAnswerMetrics(registry: Registry): (route: string) => TallyAnswer {
  const tallies = new Map<string, Tally>();
  const names = { answers: 'hookline_answers_total', seconds: 'hookline_answer_seconds' };
  register(names.answers, 'counter', 'Answers of the API', () =>
    [...tallies].flatMap(([route, { statuses, answers }]) =>
      statuses.map((status, at) => ({ labels: { route, status }, value: answers[at] })),
    ),
  );
  register(names.seconds, 'histogram', 'Seconds from request to answer', () =>
    [...tallies]
      .filter(([, { answers }]) => answers.length > 0)
      .flatMap(([route, tally]) => histogramOf(names.seconds, route, tally)),
  );

  return (route) => {
    const tally = tallies.get(route) ?? {
      statuses: [],
      answers: [],
      buckets: new Float64Array(bounds.length + 1),
      seconds: 0,
    };
    tallies.set(route, tally);
    return (status, tookMs) => {
      const at = tally.statuses.indexOf(status);
      if (at >= 0) tally.answers[at] += 1;
      else {
        tally.statuses.push(status);
        tally.answers.push(1);
      }
      const seconds = tookMs / 1000;
      let bucket = 0;
      while (bucket < bounds.length && seconds > bounds[bucket]) bucket += 1;
      tally.buckets[bucket] += 1;
      tally.seconds += seconds;
    };
  };

  /** All that the registry asks of a metric is its values; prom-client's types name its own classes only. */
  function register(name: string, type: 'counter' | 'histogram', help: string, valuesOf: () => Value[]): void {
    const get = async () => ({ name, help, type, aggregator: 'sum', values: valuesOf() });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
}

type Value = { metricName?: string; labels: Record<string, string | number>; value: number };

/** The series of one route; Prometheus counts in each bucket what is in those before it too. */
function histogramOf(name: string, route: string, { buckets, seconds }: Tally): Value[] {
  let count = 0;
  const values = [...bounds, '+Inf'].map((le, at): Value => {
    count += buckets[at];
    return { metricName: `${name}_bucket`, labels: { route, le }, value: count };
  });
  values.push({ metricName: `${name}_sum`, labels: { route }, value: seconds });
  values.push({ metricName: `${name}_count`, labels: { route }, value: count });
  return values;
}
