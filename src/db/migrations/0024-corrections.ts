// Identity by video, corrections of sources and curators, and what an undo needs.

export const corrections = `
alter table hooks add column raw_text text;
alter table hooks add column series_part int;
alter table hooks add column text_group text generated always as (left(text_key, 16)) stored;
alter table hooks add column video_key text;
alter table hooks add column given_mask int;
alter table hooks add column given_labels text;
alter table hooks add column review_reason text;
alter table hooks add column merged_into bigint references hooks;
alter table hooks add column curated_at timestamptz;
update hooks set curated_at = updated_at where label_method = 'curator';
alter table hooks drop constraint hooks_retired_by_check;
alter table hooks add constraint hooks_retired_by_check check (retired_by in ('snapshot', 'curator', 'takedown', 'merge', 'undo'));

drop index hooks_source_id;
create index hooks_by_source_id on hooks (source, source_id) where source_id is not null;
drop index hook_sources_source_id;
create index hook_sources_by_source_id on hook_sources (source, source_id) where source_id is not null;
alter table hook_sources add column said jsonb;
create table source_trust (
  source text primary key,
  trust int not null check (trust between 0 and 9)
);

alter table view_history add column import_id text;
alter table imports add column undone_at timestamptz;
create table import_changes (
  import_id text not null,
  hook_id bigint not null references hooks,
  before json not null,
  said json not null,
  primary key (import_id, hook_id)
) with (toast_tuple_target = 4080);
create index import_changes_hook on import_changes (hook_id);
create table import_confirmations (
  import_id text primary key,
  hook_ids bigint[] not null
);
`;
