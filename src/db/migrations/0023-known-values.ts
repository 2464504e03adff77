// Values of the labels that are not in the taxonomy: platforms that operators approved, and languages that hooks have. A catalog from
// before keeps its 240 most frequent platforms and 256 most frequent languages; other platforms become Other.
import { platforms } from '../../taxonomy/platforms.ts';

const inTaxonomy = platforms.map(({ id }) => `'${id}'`).join();
const isUnknown = `platform not in (${inTaxonomy}) and platform not in (select value from known_values where kind = 'platform')`;

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
