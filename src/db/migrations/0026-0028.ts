// Migrations 0026 to 0028: near duplicates, undo, edits.

/** Hooks with nearly the same words, found after each import, and what curators said of them. */
export const nearDuplicates = `
create table near_duplicates (
  hook_id bigint not null references hooks,
  other_id bigint not null references hooks,
  similarity double precision not null,
  dismissed_at timestamptz,
  primary key (hook_id, other_id),
  check (hook_id < other_id)
);
create index near_duplicates_other on near_duplicates (other_id);
create index hooks_merged on hooks (merged_into) where merged_into is not null;
`;

/** What an undo must know of imports and announcements. Imports from before have no log of their changes, and cannot be undone. */
export const undo = `
alter table imports add column is_snapshot boolean not null default false;
alter table imports add column published_at timestamptz;
alter table webhook_events add column import_ids text[];
alter table webhook_deliveries drop constraint webhook_deliveries_skipped_by_check;
alter table webhook_deliveries add constraint webhook_deliveries_skipped_by_check
  check (skipped_by in ('resume', 'limit', 'takedown', 'undo'));
create index webhook_deliveries_event on webhook_deliveries (event_id);
`;

/** Edits of hooks by curators, with what their undo needs, texts that curators replaced, and indexes of the review queue. */
export const edits = `
create table edits (
  id text primary key,
  action text not null,
  labels jsonb not null,
  hooks int not null,
  event_id text,
  actor_kind text not null,
  operator_email text,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index edits_created_at on edits (created_at, id);
create table edit_changes (
  edit_id text not null,
  hook_id bigint not null references hooks,
  before jsonb,
  after jsonb,
  primary key (edit_id, hook_id)
);
create index edit_changes_hook on edit_changes (hook_id);
create table former_texts (
  text_key text not null,
  hook_id bigint not null references hooks,
  primary key (text_key, hook_id)
);
create index former_texts_hook on former_texts (hook_id);

update hooks set review_reason = case when label_confidence < 0.5 then 'low_confidence' else 'unknown_label' end
where state = 'pending' and review_reason is null;
create index hooks_review on hooks (text_group, id) include (
  review_reason, source, import_id, language, platform, archetype, emotional_trigger, niche, format, label_method, label_confidence
) where state = 'pending';
create index hooks_review_confidence on hooks (label_confidence, id) where state = 'pending';
create index hooks_review_creator on hooks (lower(creator)) where state = 'pending';
drop index hooks_retired;
create index hooks_gone on hooks (version, id) where state <> 'published' and added_version is not null;
`;
