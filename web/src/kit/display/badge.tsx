// Badge and StatusDot: a state as text plus colour, never colour alone.
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'accent';

const badges: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
};
const dots: Record<Tone, string> = {
  neutral: 'bg-faint',
  good: 'bg-good-mark',
  warn: 'bg-warn-mark',
  bad: 'bg-bad-mark',
  accent: 'bg-coral',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap ${badges[tone]}`}
    >
      {children}
    </span>
  );
}

export function StatusDot({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
      {children}
    </span>
  );
}
