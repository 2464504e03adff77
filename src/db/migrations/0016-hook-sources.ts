// Sources that hold a hook beside each other. A hook without rows is held by `hooks.source` alone, so nothing needs to be filled in.

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
