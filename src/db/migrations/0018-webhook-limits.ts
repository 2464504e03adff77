// Deliveries that were skipped, and the ends of delivery threads.

export const webhookLimits = `
alter table webhook_deliveries add column skipped_by text check (skipped_by in ('resume', 'limit', 'takedown'));
alter table webhook_deliveries add column first_hook bigint;
alter table webhook_deliveries add column last_hook bigint;
create index webhook_deliveries_message_id on webhook_deliveries (message_id);
create index audit_log_action on audit_log (account_id, action, id desc);

create table delivery_thread_ends (
  n bigint generated always as identity primary key,
  at timestamptz not null,
  pid int not null,
  error text not null
);
create index delivery_thread_ends_at on delivery_thread_ends (at);
`;
