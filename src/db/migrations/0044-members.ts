// Members of accounts and invitations. Users belong to accounts through members; `users.account_id` is for older processes only.
export const members = `
create table members (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  user_id text not null references users on delete cascade,
  role text not null check (role in ('owner', 'developer', 'viewer', 'billing')),
  created_at timestamptz not null default now(),
  unique (account_id, user_id)
);
create index members_user_id on members (user_id);
insert into members (id, account_id, user_id, role, created_at)
  select 'mem_' || substr(md5(id), 1, 16), account_id, id, 'owner', created_at from users
  where account_id is not null and role = 'holder';

create table invitations (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'developer', 'viewer', 'billing')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);
create index invitations_email on invitations (email);

alter table users drop constraint users_account_id_fkey;
alter table users add constraint users_account_id_fkey foreign key (account_id) references accounts on delete set null;

alter table sessions add column account_id text references accounts on delete set null;
alter table oauth_consents add column account_id text references accounts on delete cascade;
update oauth_consents set account_id = users.account_id from users where users.id = oauth_consents.user_id;

alter table audit_log add column member_email text
`;
