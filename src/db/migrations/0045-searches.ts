// Saved searches, each with the token of its feed, and who reads the feeds.

export const searches = `
create table searches (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  filters jsonb not null,
  sort text,
  token_hash text not null unique,
  sealed_token text not null,
  last_used_at timestamptz,
  last_user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, name)
);
create index searches_account_id on searches (account_id, created_at desc, id desc);

create table feed_readers (
  search_id text not null references searches on delete cascade,
  reader text not null,
  subscribers int not null,
  seen_at timestamptz not null,
  primary key (search_id, reader)
);
create index feed_readers_by_time on feed_readers (seen_at);

insert into signals values ('hookline_searches', 0) on conflict do nothing;
`;
