// Collectors: settings and notices of sources, what was collected, units of the APIs that were used, and named secrets.
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
