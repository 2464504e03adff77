// Hooks with nearly the same words, found after each import, and what curators said of them.

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
