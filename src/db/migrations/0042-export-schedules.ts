// Exports: the fields of a file, and weekly schedules.

export const exportSchedules = `
alter table exports add column fields text[];
alter table exports add column schedule_id text;

create table export_schedules (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  format text not null check (format in ('json', 'jsonl', 'csv', 'parquet')),
  filters jsonb not null,
  fields text[],
  day smallint not null check (day between 1 and 7),
  hour smallint not null check (hour between 0 and 23),
  timezone text not null,
  paused_by text check (paused_by in ('owner', 'failures', 'plan', 'suspension')),
  failures int not null default 0,
  error text,
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  last_export_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index export_schedules_account_id on export_schedules (account_id, created_at desc, id desc);
create index export_schedules_due on export_schedules (next_run_at) where paused_by is null
`;
