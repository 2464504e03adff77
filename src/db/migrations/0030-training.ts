// Training lines are found by indexes, and a model knows the last hook that it may have seen.

export const training = `
alter table label_models add last_hook bigint not null default 0;
create index hooks_given_labels on hooks (source, id) where state = 'published' and not sample and curated_at is null
  and (archetype_method in ('given', 'curator') or emotional_trigger_method in ('given', 'curator') or niche_method in ('given', 'curator'));
create index hooks_curated on hooks (curated_at, id) where curated_at is not null
  and (archetype_method = 'curator' or emotional_trigger_method = 'curator' or niche_method = 'curator');
`;
