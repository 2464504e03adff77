// Names of announcements' kinds, severities, parts and states, for emails, the feed and, by `npm run generate`, the pages.
import type { affectedParts, announcementKinds, severities, updateStates } from '../../db/tables/status.ts';

type Kind = (typeof announcementKinds)[number];
type State = (typeof updateStates)[number];

export const kindNames: Readonly<Record<Kind, string>> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  announcement: 'Announcement',
};

export const severityNames: Readonly<Record<(typeof severities)[number], string>> = {
  minor: 'Minor',
  major: 'Major',
  critical: 'Critical',
};

export const partNames: Readonly<Record<(typeof affectedParts)[number], string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  exports: 'Exports',
  webhooks: 'Webhooks',
  updates: 'Catalog updates',
  email: 'Email',
};

export const stateNames: Readonly<Record<State, string>> = {
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
export const statesOf = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['scheduled', 'in_progress', 'completed'],
  announcement: ['posted', 'ended'],
} as const satisfies Record<Kind, readonly State[]>;

/** Maintenance is shown on every page from this long before it starts. */
export const noticeMs = 24 * 3_600_000;
