// Sign-up by email, the plan that a key request names, alerts of quota, and what the operator is mailed about.

/** The folding of src/auth/sign-up/mailbox.ts, which a test compares with it. */
export const mailboxExpression = `case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end`;

export const accounts = `
alter table key_requests add column plan text;

create table sign_ups (
  token_hash text primary key,
  email text not null,
  mailbox text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ups_by_mailbox on sign_ups (mailbox);
create index accounts_by_mailbox on accounts ((${mailboxExpression}));

alter table usage_windows add column alerted_percent smallint not null default 0;
alter table usage_windows add column alerted_limit bigint;

create table operator_alerts (
  id bigserial primary key,
  kind text not null,
  text text not null,
  url text not null,
  created_at timestamptz not null default now()
);

create table operator_mail (
  id int primary key check (id = 1),
  mailed_at timestamptz,
  checked_at timestamptz
);
insert into operator_mail (id) values (1);

create table operator_problems (
  key text primary key,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  alerted_at timestamptz
);
`;
