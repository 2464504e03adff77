// Trend alerts: what each watches, and the verdicts that it saw last.

export const trendAlerts = `
create table trend_alerts (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text,
  label text not null,
  filters jsonb not null,
  period text not null,
  wanted text[] not null,
  notify text not null,
  paused_at timestamptz,
  verdicts jsonb not null,
  evaluated_version bigint not null,
  told jsonb not null default '{}',
  last_told_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index trend_alerts_account_id on trend_alerts (account_id, created_at desc, id desc);
create index trend_alerts_due on trend_alerts (evaluated_version) where paused_at is null;
`;
