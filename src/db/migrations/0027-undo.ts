// What an undo must know of imports and announcements. Imports from before have no log of their changes, and cannot be undone.

export const undo = `
alter table imports add column is_snapshot boolean not null default false;
alter table imports add column published_at timestamptz;
alter table webhook_events add column import_ids text[];
alter table webhook_deliveries drop constraint webhook_deliveries_skipped_by_check;
alter table webhook_deliveries add constraint webhook_deliveries_skipped_by_check
  check (skipped_by in ('resume', 'limit', 'takedown', 'undo'));
create index webhook_deliveries_event on webhook_deliveries (event_id);
`;
