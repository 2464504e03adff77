// Request log: one row per logged call of a key. A partition holds the rows that expire on one UTC day, whatever their retention, so
// they are deleted by dropping it. Partitions are created by the first process that writes to them (src/request-log/store.ts).

export const requestLog = `
create table request_log (
  id text not null,
  at timestamptz not null,
  expires_on date not null,
  account_id text not null,
  key_id text not null,
  endpoint text not null,
  method text not null,
  path text not null,
  via text,
  status smallint not null,
  took_ms real not null,
  bytes integer not null,
  sample_rate real not null,
  problem json,
  primary key (id, expires_on)
) partition by range (expires_on);
create index request_log_by_account on request_log (account_id, at desc, id desc);
create index request_log_errors on request_log (account_id, at desc, id desc) where status >= 400;
`;
