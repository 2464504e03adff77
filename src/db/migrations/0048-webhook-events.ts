// Which events a webhook receives, how far the changes of the catalog were announced, and the thresholds that hooks have reached.
export const webhookEvents = `
alter table webhook_endpoints add column events text[] not null default '{hooks.new}';
alter table webhook_deliveries add column event text not null default 'hooks.new';

create table announced_versions (
  name text primary key,
  version bigint not null
);
insert into announced_versions select 'hooks', version from catalog;

create table hook_thresholds (
  hook_id bigint primary key,
  views bigint not null
);
insert into hook_thresholds
  select id, case when views >= 1000000000 then 1000000000 when views >= 100000000 then 100000000
    when views >= 10000000 then 10000000 else 1000000 end
  from hooks where views >= 1000000
`;
