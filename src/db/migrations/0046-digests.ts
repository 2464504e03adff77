// Digests of saved searches by email, and the time zone of each account.

export const digests = `
alter table accounts add column timezone text not null default 'UTC';

create table digests (
  search_id text primary key references searches on delete cascade,
  every text not null,
  day smallint not null,
  hour smallint not null,
  next_run_at timestamptz,
  told_version bigint not null,
  last_period text,
  sent_period text,
  last_sent_at timestamptz,
  stopped_at timestamptz,
  stopped_by text,
  error text
);
create index digests_due on digests (next_run_at) where next_run_at is not null;
`;
