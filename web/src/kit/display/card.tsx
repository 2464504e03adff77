// Section: a titled part of a page. Card: a bordered box. Stat: one number with its unit, window and age.
import type { ReactNode } from 'react';

type SectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children?: ReactNode };

export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <section className="stack gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h2 className="text-lg font-semibold">{title}</h2>
          {description && <p className="text-muted">{description}</p>}
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

export function Card({ children, flush }: { children: ReactNode; flush?: boolean }) {
  return <div className={`min-w-0 rounded-md border bg-surface ${flush ? '' : 'p-4'}`}>{children}</div>;
}

/** `note` is the window and age: “today, 2 min ago”. */
export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <span className="text-xs text-muted">{label}</span>
      <span className="text-title font-semibold">{value}</span>
      {note && <span className="text-xs text-muted">{note}</span>}
    </div>
  );
}

/** A list of names and values, such as the details of a record. Facts without a value are left out. */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
      {Object.entries(facts).map(([name, value]) =>
        value === undefined ? null : (
          <div key={name} className="contents max-sm:block">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
