// Kinds of requests of account holders, notes of operators, deleted accounts, and the account that an operator's session looks at.

export const customers = `
alter table key_requests add column kind text not null default 'key' check (kind in ('key', 'plan', 'reactivation'));
alter table key_requests alter column calls_per_month drop not null;
create index key_requests_by_account on key_requests (account_id, created_at desc);

alter table accounts add column note text;
alter table accounts add column deleted_at timestamptz;
alter table accounts add column erase_after timestamptz;
alter table accounts add column deletion_reason text;
alter table accounts add column data_link_hash text;
create index accounts_to_erase on accounts (erase_after) where erase_after is not null;
create unique index accounts_by_data_link on accounts (data_link_hash) where data_link_hash is not null;

alter table sessions add column viewed_account_id text references accounts on delete set null;
alter table sessions add column view_expires_at timestamptz;
`;
