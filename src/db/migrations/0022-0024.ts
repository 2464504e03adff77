// Migrations 0022 to 0024: reads by session, known values, corrections.
import { platforms } from '../../taxonomy/platforms.ts';

/** Catalog reads by session: one row per account, of the last day on which it read. */
export const sessionReads = `
create table session_reads (
  account_id text primary key references accounts on delete cascade,
  day date not null,
  reads bigint not null
);
`;

const inTaxonomy = platforms.map(({ id }) => `'${id}'`).join();
const isUnknown = `platform not in (${inTaxonomy}) and platform not in (select value from known_values where kind = 'platform')`;

/**
 * Values of the labels that are not in the taxonomy: platforms that operators approved, and languages that hooks have. A catalog from
 * before keeps its 240 most frequent platforms and 256 most frequent languages; other platforms become Other.
 */
export const knownValues = `
create table known_values (
  kind text not null check (kind in ('platform', 'language')),
  value text not null,
  added_at timestamptz not null default now(),
  primary key (kind, value)
);
insert into known_values (kind, value)
  select 'platform', platform from hooks where platform not in (${inTaxonomy}) group by platform order by count(*) desc, platform limit 240;
insert into known_values (kind, value)
  select 'language', language from hooks where language is not null group by language order by count(*) desc, language limit 256;
alter table hooks add column given_platform text;
create index hooks_given_platform on hooks (given_platform) where given_platform is not null;
update catalog set version = version + 1 where exists (select 1 from hooks where ${isUnknown});
update hooks set given_platform = platform, platform = 'Other', version = (select version from catalog) where ${isUnknown};
update hooks set language = null where language is not null and language not in (select value from known_values where kind = 'language');
`;

/** Identity by video, corrections of sources and curators, and what an undo needs. */
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
