// Migrations 0013 to 0020: sample index, takedowns, roles, holders, exports, webhook limits, key scopes, passkeys.

/** Index of the sample hooks that are not retired: an import that replaces them would otherwise scan the whole table. */
export const sampleIndex = `
create index hooks_sample on hooks (id) where sample and state in ('published', 'pending');
`;

/** Takedowns: hooks whose content was removed for good, what they block, and the public reports that ask for one. */
export const takedowns = `
create table takedowns (
  id text primary key,
  hook_id bigint not null,
  reason text not null,
  actor text not null,
  text_key text,
  url_hash text,
  creator_hash text,
  catalog_version bigint not null,
  created_at timestamptz not null,
  purged_at timestamptz,
  lifted_at timestamptz
);
create unique index takedowns_hook_id on takedowns (hook_id);
create index takedowns_created_at on takedowns (created_at, id);
alter table hooks drop constraint hooks_retired_by_check;
alter table hooks add constraint hooks_retired_by_check check (retired_by in ('snapshot', 'curator', 'takedown'));

create table reports (
  id text primary key,
  hook_id bigint,
  url text,
  reason text not null,
  email text not null,
  details text not null,
  state text not null check (state in ('waiting', 'dismissed', 'taken_down')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index reports_state on reports (state, created_at, id);
`;

/** Roles of users, and the operator of an audit record. Users that a process of the previous version adds are account holders. */
export const userRoles = `
alter table users add column role text not null default 'holder';
update users set role = 'owner' where account_id is null;
alter table users add constraint users_role_check check (role in ('holder', 'owner', 'curator', 'support'));
alter table audit_log add column operator_email text;
delete from verifications where value like '%@hookline.invalid"%';
`;

/** Sources that hold a hook beside each other. A hook without rows is held by `hooks.source` alone, so nothing needs to be filled in. */
export const hookSources = `
create table hook_sources (
  hook_id bigint not null references hooks,
  source text not null,
  source_id text,
  views bigint,
  views_captured_at timestamptz,
  source_url text,
  creator text,
  import_id text,
  held_since timestamptz not null,
  updated_at timestamptz not null,
  dropped_at timestamptz,
  claimed_views bigint,
  claimed_captured_at timestamptz,
  claimed_at timestamptz,
  accepted_at timestamptz,
  rejected_at timestamptz,
  primary key (hook_id, source)
);
create unique index hook_sources_source_id on hook_sources (source, source_id);
create index hook_sources_claimed on hook_sources (hook_id) where claimed_at is not null and rejected_at is null;
`;

/** Exports: the size of the compressed form of a file. Audit log: records of downloads, whose actor is a signed link. */
export const exportGzip = `
alter table exports add column gzip_bytes bigint;

alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check check (actor_kind in ('operator', 'key', 'session', 'system', 'link'));
`;

/** Deliveries that were skipped, and the ends of delivery threads. */
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

/** What a key may do, and from which IP addresses; null does not restrict it. */
export const keyScopes = `
alter table keys add column scopes text[];
alter table keys add column allowed_ips text[];
`;

/** Passkeys of users, in the format of better-auth. Sign-in links that were mailed before get the format of better-auth 1.7. */
export const passkeys = `
create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

update verifications
set identifier = 'magic-link:' || identifier,
    value = json_build_object('type', 'magic-link', 'email', value::json ->> 'email')::text
where value like '{"email":%';
`;
