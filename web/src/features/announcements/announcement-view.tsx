// AnnouncementView: an incident, a maintenance or news with its updates, on the status page and in the console.
import type { ReactNode } from 'react';
import { kindNames, partNames, severityNames, stateNames } from '../../api/announcement-names.ts';
import type { Announcement } from '../../api/openapi.ts';
import { Badge, StatusDot } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { stateText, toneOf } from './announcement-text.ts';

type AnnouncementViewProps = {
  announcement: Announcement;
  /** Buttons for operators. */
  actions?: ReactNode;
};

export function AnnouncementView({ announcement, actions }: AnnouncementViewProps) {
  const { id, kind, title, severity, parts, starts_at, ends_at, updates } = announcement;
  return (
    <article
      id={id}
      aria-label={title}
      className="min-w-0 scroll-mt-16 rounded-md border bg-surface target:border-accent"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
        <div className="stack min-w-0 flex-1 basis-60 gap-1">
          <h3 className="font-semibold wrap-anywhere">{title}</h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
            <StatusDot tone={toneOf(announcement)}>{stateText(announcement)}</StatusDot>
            <span>{severity ? `${severityNames[severity]} incident` : kindNames[kind]}</span>
            <Period kind={kind} from={starts_at} to={announcement.ended_at ?? ends_at} />
            {parts.map((part) => (
              <Badge key={part}>{partNames[part]}</Badge>
            ))}
          </p>
        </div>
        {actions && <div className="flex items-center gap-2">{actions}</div>}
      </header>
      <ol className="divide-y">
        {updates.map(({ id, at, state, message }) => (
          <li key={id} className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <div className="text-xs leading-5">
              <p className="font-medium">{stateNames[state]}</p>
              <p className="text-muted">
                <Time at={at} />
              </p>
            </div>
            <p className="wrap-anywhere whitespace-pre-line">{message}</p>
          </li>
        ))}
      </ol>
    </article>
  );
}

function Period({ kind, from, to }: { kind: Announcement['kind']; from: string; to: string | null }) {
  if (kind === 'announcement') return null;
  return (
    <span>
      <Time at={from} format={formatMoment} />
      {to && (
        <>
          {' – '}
          <Time at={to} format={formatMoment} />
        </>
      )}
    </span>
  );
}
