// Scripts of migrations 4 to 12. They are released: never edit one.

export const changesAndTrends = `
alter table hooks add column added_version bigint;
alter table hooks add column seen_at timestamptz not null default now();
update hooks h set added_version = case when updated_at = added_at then version else 1 end where state in ('published', 'retired');
update hooks h set seen_at = least(h.added_at, h.views_captured_at, (select min(captured_at) from view_history v where v.hook_id = h.id));
create index hooks_retired on hooks (version, id) where state = 'retired';
`;

export const sources = `
create table sources (
  id text primary key,
  name text not null unique,
  location text not null,
  mapping jsonb not null,
  format text,
  is_snapshot boolean not null,
  may_shrink boolean not null,
  every text,
  enabled boolean not null,
  etag text,
  last_modified text,
  failures int not null default 0,
  last_error text,
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  last_success_at timestamptz,
  last_import_id text,
  run_id text,
  running_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table imports add column source_id text references sources on delete set null;
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('running', 'done', 'unchanged', 'failed'));
create index imports_source_id on imports (source_id, started_at);
`;

export const usageLog = `
create table usage_log (
  account_id text not null references accounts on delete cascade,
  day date not null,
  key_id text not null,
  endpoint text not null,
  status int not null,
  calls bigint not null,
  counted bigint not null,
  primary key (account_id, day, key_id, endpoint, status)
);
create index usage_log_day on usage_log (day);

create table usage_log_writers (
  id text primary key,
  batch bigint not null,
  written_at timestamptz not null
);
`;

export const audit = `
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'key', 'system')),
  key_id text,
  account_id text,
  action text not null,
  subject text not null,
  details jsonb not null,
  request_id text,
  address text
);
create index audit_log_account_id on audit_log (account_id, id desc);
`;

export const signIn = `
create table users (
  id text primary key,
  email text not null unique,
  name text not null,
  email_verified boolean not null,
  image text,
  account_id text references accounts on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);
alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check check (actor_kind in ('operator', 'key', 'session', 'system'));
`;

export const uptime = `
create table uptime_minutes (
  minute timestamptz primary key
);
`;

/** Incremented in the notifying transaction, so that a process that missed the notification sees the change. */
export const signals = `
create table signals (
  channel text primary key,
  n bigint not null
);
insert into signals values ('hookline_accounts', 0), ('hookline_export_ended', 0), ('hookline_sources', 0);
`;

export const versionIndex = `
create index hooks_version on hooks (version) where state in ('published', 'retired');
`;

export const importProgress = `
alter table imports add column progress jsonb;
alter table imports add column seen_at timestamptz;
`;
