// Training of labels, stops of language models, collectors, and refreshes of view counts.

/** Training lines are found by indexes, and a model knows the last hook that it may have seen. */
export const training = `
alter table label_models add last_hook bigint not null default 0;
create index hooks_given_labels on hooks (source, id) where state = 'published' and not sample and curated_at is null
  and (archetype_method in ('given', 'curator') or emotional_trigger_method in ('given', 'curator') or niche_method in ('given', 'curator'));
create index hooks_curated on hooks (curated_at, id) where curated_at is not null
  and (archetype_method = 'curator' or emotional_trigger_method = 'curator' or niche_method = 'curator');
`;

/** Why a language model is not asked at present. */
export const llmStops = `
create table llm_stops (
  model text primary key,
  kind text not null,
  reason text not null,
  since timestamptz not null default now(),
  resume_at timestamptz not null
);
`;

/** Collectors: settings and notices of sources, what was collected, units of the APIs that were used, and named secrets. */
export const collect = `
alter table sources add request jsonb, add collect jsonb, add notices jsonb not null default '[]';
alter table imports add usage jsonb;

create table collected_records (
  source_id text not null references sources on delete cascade,
  record_id text not null,
  n bigint generated always as identity,
  location text not null,
  state text not null check (state in ('waiting', 'imported', 'watched', 'skipped')),
  record text,
  views bigint,
  published_at timestamptz,
  asked_at timestamptz not null,
  primary key (source_id, record_id)
);
create index collected_records_waiting on collected_records (source_id, n) where state = 'waiting';
create index collected_records_watched on collected_records (source_id, location, asked_at) where state = 'watched';

create table collect_states (
  source_id text not null references sources on delete cascade,
  location text not null,
  state jsonb not null,
  primary key (source_id, location)
);

create table api_usage (
  api text not null,
  window_start timestamptz not null,
  used int not null,
  primary key (api, window_start)
);

create table named_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
`;

/** Refreshes of view counts: which hooks are due, what was found, which counts of the history they measured, and the state of videos. */
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
