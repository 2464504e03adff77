// Banner: a current problem at the top of a page, with the button that fixes it.
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

type BannerProps = {
  tone?: 'warn' | 'bad' | 'good' | 'neutral';
  title: string;
  children?: ReactNode;
  /** The button. */
  action?: ReactNode;
};

const tones = {
  warn: ['border-warn/30 bg-warn-soft', 'text-warn'],
  bad: ['border-bad/30 bg-bad-soft', 'text-bad'],
  good: ['border-good/30 bg-good-soft', 'text-good'],
  neutral: ['bg-sunken', 'text-muted'],
} as const;

export function Banner({ tone = 'warn', title, children, action }: BannerProps) {
  const [box, icon] = tones[tone];
  const name = tone === 'good' ? 'check' : tone === 'neutral' ? 'info' : 'warn';
  return (
    <section
      aria-label={title}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-3 py-2.5 ${box}`}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-2.5">
        <Icon name={name} className={`mt-0.5 ${icon}`} />
        <div className="min-w-0 flex-1">
          <p className="font-medium wrap-anywhere">{title}</p>
          {children && <div className="text-muted">{children}</div>}
        </div>
      </div>
      {action}
    </section>
  );
}
