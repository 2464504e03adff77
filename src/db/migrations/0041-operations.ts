// Announcements of the status page and who is mailed about them, failed deliveries by endpoint, and the operator's checklist.

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
