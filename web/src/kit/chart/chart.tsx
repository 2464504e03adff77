// Chart: zero baseline, direct labels, exact values on hover and arrow keys, a table for screen readers.
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatCompact, formatNumber, unitOf } from '../page/format.ts';
import { Bars, Grid, Lines } from './marks.tsx';
import { Readout } from './readout.tsx';
import { type Series, scaleOf } from './scale.ts';

type ChartKind = {
  kind: 'bars' | 'lines';
  /** Accessible name: “Calls by day”. */
  label: string;
  /** Labels of the x axis. */
  points: readonly string[];
  /** Bars stack their series; lines draw them side by side. */
  series: readonly Series[];
  unit: string;
  /** Format of exact values. Default 1,234. */
  format?: (value: number) => string;
  /** Pixels. Default 180. */
  height?: number;
};

export function Chart({ kind, label, points, series, unit, format = formatNumber, height = 180 }: ChartKind) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [active, setActive] = useState<number>();
  const last = points.length - 1;
  const scale = scaleOf({ series, isStacked: kind === 'bars', count: points.length, width, height });
  const at = Math.min(active ?? last, last);

  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  };
  const hover = (event: PointerEvent) => {
    const x = event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
    setActive(Math.min(last, Math.max(0, scale.indexAt(x))));
  };
  if (last < 0) return <p className="py-8 text-center text-muted">No data yet.</p>;

  const values = series.map((one) => `${one.name} ${format(one.values[at] ?? 0)}`).join(', ');
  const point = points[at] ?? '';
  // The unit agrees with the last value.
  const unitAt = unitOf(series.at(-1)?.values[at] ?? 0, unit);
  return (
    <figure className="stack gap-2">
      <Readout point={point} series={series} at={at} unit={unitAt} format={format} />
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. Use the arrow keys to read values.`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${point}: ${values} ${unitAt}`}
        className="touch-pan-y rounded-sm"
        onKeyDown={move}
        onPointerMove={hover}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg aria-hidden="true" width={width} height={height} className="block overflow-visible">
          <Grid scale={scale} points={points} width={width} formatTick={formatCompact} />
          {kind === 'bars' ? <Bars {...{ series, scale, active }} /> : <Lines {...{ series, scale, active }} />}
        </svg>
      </div>
      <div className="sr-only">
        <table>
          <caption>{`${label}, in ${unit}`}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((one) => (
                  <td key={one.name}>{format(one.values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    setWidth(box.current.clientWidth);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
