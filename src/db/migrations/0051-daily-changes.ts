// Migration 0051: changes of accounts, counted by day.
/** Changes by keys and sessions: one row per account, of the last day on which it changed something. */
export const dailyChanges = `
create table daily_changes (
  account_id text primary key references accounts on delete cascade,
  day date not null,
  changes bigint not null
);
`;
