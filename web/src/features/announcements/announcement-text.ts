// Announcements as text: kinds, states and parts, and when they are. Free of React.
import type { Announcement, Notice } from '../../api/openapi.ts';
import type { Tone } from '../../kit/display/badge.tsx';
import { formatUntil } from '../../kit/page/format.ts';

export const kindNames: Readonly<Record<Announcement['kind'], string>> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  announcement: 'Announcement',
};

export const severityNames: Readonly<Record<NonNullable<Announcement['severity']>, string>> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
};

export const partNames: Readonly<Record<Announcement['parts'][number], string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  exports: 'Exports',
  webhooks: 'Webhooks',
  updates: 'Catalog updates',
  email: 'Email',
};

export const stateNames: Readonly<Record<Announcement['state'], string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  scheduled: 'Scheduled',
  in_progress: 'In progress',
  completed: 'Completed',
  posted: 'Posted',
  ended: 'Ended',
};

/** States that an update of each kind may have; the last one ends it. */
export const statesOf: Readonly<Record<Announcement['kind'], readonly Announcement['state'][]>> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed'],
  announcement: ['posted', 'ended'],
};

type Brief = Pick<Announcement, 'kind' | 'severity' | 'phase' | 'state' | 'starts_at' | 'ends_at'>;

export function toneOf({ kind, severity, phase }: Brief): Tone {
  if (phase === 'ended') return 'good';
  if (kind === 'incident') return severity === 'minor' ? 'warn' : 'bad';
  return kind === 'maintenance' && phase === 'open' ? 'warn' : 'neutral';
}

/** The time decides what nobody posted: a maintenance starts and ends by itself. */
export function stateText({ kind, phase, state }: Pick<Brief, 'kind' | 'phase' | 'state'>): string {
  if (kind !== 'maintenance') return stateNames[state];
  if (phase === 'ended') return stateNames.completed;
  return phase === 'open' ? stateNames.in_progress : stateNames.scheduled;
}

/** “Investigating”, “Starts in 3 h”, “In progress, planned to end in 20 min”. */
export function whenText({ kind, phase, starts_at, ends_at, state }: Notice, now: number): string {
  if (kind === 'incident') return stateNames[state];
  if (kind === 'announcement') return '';
  if (phase === 'scheduled') return `Starts ${formatUntil(Date.parse(starts_at), now)}`;
  return `In progress${ends_at ? `, planned to end ${formatUntil(Date.parse(ends_at), now)}` : ''}`;
}
