// Catalog reads by session: one row per account, of the last day on which it read.

export const sessionReads = `
create table session_reads (
  account_id text primary key references accounts on delete cascade,
  day date not null,
  reads bigint not null
);
`;
