// Refreshes of view counts: which hooks are due, what was found, which counts of the history they measured, and the state of videos.
export const viewChecks = `
alter table hooks add source_state text check (source_state in ('available', 'unavailable'));
alter table hooks drop constraint hooks_retired_by_check;
alter table hooks add constraint hooks_retired_by_check check (retired_by in ('snapshot', 'curator', 'takedown', 'merge', 'undo', 'unavailable'));

alter table view_history add refreshed boolean not null default false;
create index view_history_refreshed on view_history (hook_id, captured_at desc) where refreshed;

create table view_checks (
  hook_id bigint primary key references hooks on delete cascade,
  platform text not null,
  due_at timestamptz not null,
  checked_at timestamptz,
  is_found boolean not null default false,
  views bigint,
  confirmed_at timestamptz,
  omissions int not null default 0,
  omitted_since timestamptz,
  retired_at timestamptz
);
create index view_checks_due on view_checks (platform, due_at);
create index view_checks_found on view_checks (hook_id) where is_found;

create table view_refreshes (
  platform text primary key,
  checked_at timestamptz,
  paused_until timestamptz,
  failures int not null default 0,
  error text,
  updated_at timestamptz not null
);
`;
