// Training lines are found by indexes, and a model knows the last hook that it may have seen.

export const training = `
alter table label_models add last_hook bigint not null default 0;
create index hooks_given_labels on hooks (source, id) where state = 'published' and not sample
  and (archetype_method = 'given' or emotional_trigger_method = 'given' or niche_method = 'given');
create index hooks_curated on hooks (curated_at, id)
  where archetype_method = 'curator' or emotional_trigger_method = 'curator' or niche_method = 'curator';
`;
