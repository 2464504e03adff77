// Takedowns: hooks whose content was removed for good, what they block, and the public reports that ask for one.

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
