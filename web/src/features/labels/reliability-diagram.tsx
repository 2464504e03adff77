// ReliabilityDiagram: a dot per bin of confidence, as large as the bin; on the diagonal, confidences are right. The table beside it
// has the same figures.
import type { Bin } from './labels-text.ts';
import { binText } from './labels-text.ts';

const size = 320;
const left = 40;
const bottom = 284;
const top = 28;
const right = 300;
const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1];

const x = (share: number) => left + share * (right - left);
const y = (share: number) => bottom - share * (bottom - top);

export function ReliabilityDiagram({ bins }: { bins: readonly Bin[] }) {
  const used = bins.filter(({ decisions }) => decisions > 0);
  const most = Math.max(1, ...used.map(({ decisions }) => decisions));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Reliability diagram: share of confirmed guesses by confidence. The table beside it has the figures."
      className="block w-full max-w-88"
    >
      <g fontSize="11" fill="var(--color-muted)">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--color-line)" />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end">
              {tick * 100}%
            </text>
            <text x={x(tick)} y={bottom + 15} textAnchor="middle">
              {tick * 100}%
            </text>
          </g>
        ))}
        <text x={right} y={bottom + 32} textAnchor="end">
          Confidence
        </text>
        <text x={left} y={12}>
          Confirmed
        </text>
      </g>
      <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} stroke="var(--color-strong)" strokeDasharray="4 4" />
      {used.map((bin) => (
        <circle
          key={bin.from}
          cx={x(bin.mean_confidence ?? bin.from)}
          cy={y(bin.confirmed / bin.decisions)}
          r={2.5 + 8 * Math.sqrt(bin.decisions / most)}
          fill="var(--color-coral)"
          fillOpacity="0.7"
          stroke="var(--color-accent)"
        >
          <title>{binText(bin, 'label')}</title>
        </circle>
      ))}
    </svg>
  );
}
