// Passkeys of users, in the format of better-auth. Sign-in links that were mailed before get the format of better-auth 1.7.

export const passkeys = `
create table passkeys (
  id text primary key,
  user_id text not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user_id on passkeys (user_id);

update verifications
set identifier = 'magic-link:' || identifier,
    value = json_build_object('type', 'magic-link', 'email', value::json ->> 'email')::text
where value like '{"email":%';
`;
