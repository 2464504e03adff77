// Collections: boards of hooks with notes, tags and an order, and the tokens of their share pages.

export const collections = `
create table collections (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  description text,
  version int not null default 1,
  token_hash text unique,
  sealed_token text,
  indexable boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, name)
);
create index collections_account_id on collections (account_id, created_at desc, id desc);

create table collection_hooks (
  collection_id text not null references collections on delete cascade,
  hook_id bigint not null references hooks,
  note text,
  tags text[] not null,
  rank bigint not null,
  added_at timestamptz not null,
  primary key (collection_id, hook_id)
);
create index collection_hooks_by_rank on collection_hooks (collection_id, rank, hook_id);
create index collection_hooks_hook_id on collection_hooks (hook_id);

`;
