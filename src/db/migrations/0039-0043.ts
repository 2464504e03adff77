// Migrations 0039 to 0043: request log, requests of account holders, announcements, weekly exports, uses of keys.

/** Request log: one row per logged call of a key. A partition holds the rows that expire on one UTC day, whatever their retention, so they are deleted by dropping it. Partitions are created by the first process that writes to them (src/request-log/store.ts). */
export const requestLog = `
create table request_log (
  id text not null,
  at timestamptz not null,
  expires_on date not null,
  account_id text not null,
  key_id text not null,
  endpoint text not null,
  method text not null,
  path text not null,
  via text,
  status smallint not null,
  took_ms real not null,
  bytes integer not null,
  sample_rate real not null,
  problem json,
  primary key (id, expires_on)
) partition by range (expires_on);
create index request_log_by_account on request_log (account_id, at desc, id desc);
create index request_log_errors on request_log (account_id, at desc, id desc) where status >= 400;
`;

/** Kinds of requests of account holders, notes of operators, deleted accounts, and the account that an operator's session looks at. */
export const customers = `
alter table key_requests add column kind text not null default 'key' check (kind in ('key', 'plan', 'reactivation'));
alter table key_requests alter column calls_per_month drop not null;
create index key_requests_by_account on key_requests (account_id, created_at desc);

alter table accounts add column note text;
alter table accounts add column deleted_at timestamptz;
alter table accounts add column erase_after timestamptz;
alter table accounts add column deletion_reason text;
alter table accounts add column data_link_hash text;
create index accounts_to_erase on accounts (erase_after) where erase_after is not null;
create unique index accounts_by_data_link on accounts (data_link_hash) where data_link_hash is not null;

alter table sessions add column viewed_account_id text references accounts on delete set null;
alter table sessions add column view_expires_at timestamptz;
`;

/** Announcements of the status page and who is mailed about them, failed deliveries by endpoint, and the operator's checklist. */
export const operations = `
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, created_at) where status = 'failed';

create table announcements (
  id text primary key,
  kind text not null,
  severity text,
  title text not null,
  parts text[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index announcements_by_start on announcements (starts_at desc, id desc);

create table announcement_updates (
  id text primary key,
  announcement_id text not null references announcements (id) on delete cascade,
  state text not null,
  message text not null,
  created_at timestamptz not null
);
create index announcement_updates_by_announcement on announcement_updates (announcement_id, created_at);

create table status_subscribers (
  id text primary key,
  email text not null,
  mailbox text not null unique,
  confirm_hash text,
  confirm_until timestamptz,
  confirmed_at timestamptz,
  unsubscribe_token text not null unique,
  created_at timestamptz not null
);
create index status_subscribers_confirmed on status_subscribers (id) where confirmed_at is not null;

create table status_mails (
  update_id text not null references announcement_updates (id) on delete cascade,
  subscriber_id text not null references status_subscribers (id) on delete cascade,
  primary key (update_id, subscriber_id)
);

alter table operator_problems add column severity text;
alter table operator_problems add column what text;
alter table operator_problems add column url text;
alter table operator_problems add column resolved_at timestamptz;

create table operator_setup (
  id int primary key check (id = 1),
  hidden_at timestamptz,
  backups_confirmed_at timestamptz
);
insert into operator_setup (id) values (1);
`;

/** Exports: the fields of a file, and weekly schedules. */
export const exportSchedules = `
alter table exports add column fields text[];
alter table exports add column schedule_id text;

create table export_schedules (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  format text not null check (format in ('json', 'jsonl', 'csv', 'parquet')),
  filters jsonb not null,
  fields text[],
  day smallint not null check (day between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  timezone text not null,
  paused_by text check (paused_by in ('owner', 'failures', 'plan', 'suspension')),
  failures int not null default 0,
  error text,
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  last_export_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index export_schedules_account_id on export_schedules (account_id, created_at desc, id desc);
create index export_schedules_due on export_schedules (next_run_at) where paused_by is null
`;

/** Which key replaced another, and the address that last used it. */
export const keyUses = `
alter table keys add column replaced_by text;
alter table keys add column last_used_ip text;

update keys set replaced_by = regenerated.replaced_by
  from (select distinct on (subject) subject, details ->> 'replaced_by' as replaced_by
    from audit_log where action = 'key.regenerated' order by subject, id desc) as regenerated
  where keys.id = regenerated.subject and keys.revoked_at is null;
`;
