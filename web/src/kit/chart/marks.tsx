// The SVG parts of a chart: grid with labels, bars, lines.
import { fillOf, type Scale, type Series } from './scale.ts';

type Marks = { series: readonly Series[]; scale: Scale; active: number | undefined };

type GridProps = { scale: Scale; points: readonly string[]; width: number; formatTick: (value: number) => string };

export function Grid({ scale, points, width, formatTick }: GridProps) {
  const longest = Math.max(0, ...points.map((point) => point.length));
  const every = Math.max(1, Math.ceil(Math.max(64, longest * 7 + 12) / scale.step));
  return (
    <g fontSize="11" fill="var(--color-muted)">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={scale.left} x2={width} y1={scale.y(tick)} y2={scale.y(tick)} stroke="var(--color-line)" />
          <text x={scale.left - 8} y={scale.y(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {points.map(
        (point, index) =>
          (points.length - 1 - index) % every === 0 && (
            <text
              key={point}
              x={Math.min(scale.x(index), width - point.length * 3)}
              y={scale.bottom + 15}
              textAnchor="middle"
            >
              {point}
            </text>
          ),
      )}
    </g>
  );
}

export function Bars({ series, scale, active }: Marks) {
  const width = Math.max(1, Math.min(28, scale.step * 0.72));
  const count = Math.max(0, ...series.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, index) => {
    let below = 0;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: bars are identified by position
      <g key={index} opacity={active === undefined || active === index ? 1 : 0.55}>
        {series.map((one, at) => {
          const value = one.values[index] ?? 0;
          const [from, to] = [scale.y(below), scale.y(below + value)];
          below += value;
          return (
            <rect
              key={one.name}
              x={scale.x(index) - width / 2}
              y={to}
              width={width}
              height={Math.max(value > 0 ? 1 : 0, from - to)}
              rx={Math.min(2, width / 4)}
              fill={fillOf(one, at)}
            />
          );
        })}
      </g>
    );
  });
}

export function Lines({ series, scale, active }: Marks) {
  return (
    <>
      {active !== undefined && (
        <line
          x1={scale.x(active)}
          x2={scale.x(active)}
          y1={0}
          y2={scale.bottom}
          stroke="var(--color-strong)"
          strokeDasharray="3 3"
        />
      )}
      {series.map((one, at) => (
        <g key={one.name}>
          <polyline
            points={one.values.map((value, index) => `${scale.x(index)},${scale.y(value)}`).join(' ')}
            fill="none"
            stroke={fillOf(one, at)}
            strokeWidth="1.75"
            strokeLinejoin="round"
          />
          {active !== undefined && (
            <circle cx={scale.x(active)} cy={scale.y(one.values[active] ?? 0)} r="3.5" fill={fillOf(one, at)} />
          )}
        </g>
      ))}
    </>
  );
}
