// Announcements as display text: tone, state and time. Free of React.
import { stateNames } from '../../api/announcement-names.ts';
import type { Announcement, Notice } from '../../api/openapi.ts';
import type { Tone } from '../../kit/display/badge.tsx';
import { formatUntil } from '../../kit/page/format.ts';

type Brief = Pick<Announcement, 'kind' | 'severity' | 'phase' | 'state' | 'starts_at' | 'ends_at'>;

export function toneOf({ kind, severity, phase }: Brief): Tone {
  if (phase === 'ended') return 'good';
  if (kind === 'incident') return severity === 'minor' ? 'warn' : 'bad';
  return kind === 'maintenance' && phase === 'open' ? 'warn' : 'neutral';
}

/** Maintenance starts and ends by its schedule, so its phase decides, not the state that was posted last. */
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
