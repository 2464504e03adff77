-- 0013_columns
alter table users
  add constraint users_role_check check (role in ('holder', 'owner', 'curator', 'support')),
  drop constraint users_account_id_fkey,
  add constraint users_account_id_fkey foreign key (account_id) references accounts on delete set null,
  add role text not null default 'holder';
alter table audit_log
  drop constraint audit_log_actor_kind_check,
  add constraint audit_log_actor_kind_check check (actor_kind in ('operator', 'key', 'session', 'system', 'link')),
  add operator_email text,
  add member_email text;
alter table exports
  add gzip_bytes bigint,
  add fields text[],
  add schedule_id text;
alter table webhook_deliveries
  add skipped_by text check (skipped_by in ('resume', 'limit', 'takedown', 'undo')),
  add first_hook bigint,
  add last_hook bigint,
  add event text not null default 'hooks.new';
alter table keys
  add scopes text[],
  add allowed_ips text[],
  add replaced_by text,
  add last_used_ip text;
alter table hooks
  drop constraint hooks_retired_by_check,
  add constraint hooks_retired_by_check check (retired_by in ('snapshot', 'curator', 'takedown', 'merge', 'undo', 'unavailable')),
  add given_platform text,
  add raw_text text,
  add series_part int,
  add text_group text generated always as (left(text_key, 16)) stored,
  add video_key text,
  add given_labels text,
  add review_reason text,
  add merged_into bigint references hooks,
  add curated_at timestamptz,
  add archetype_method text,
  add archetype_confidence double precision,
  add emotional_trigger_method text,
  add emotional_trigger_confidence double precision,
  add niche_method text,
  add niche_confidence double precision,
  add format_method text,
  add format_confidence double precision,
  add source_family text,
  add source_state text check (source_state in ('available', 'unavailable')),
  add text_method text;
alter table view_history
  add import_id text,
  add refreshed boolean not null default false;
alter table imports
  add undone_at timestamptz,
  add is_snapshot boolean not null default false,
  add published_at timestamptz,
  add usage jsonb;
alter table webhook_events
  add import_ids text[];
alter table sources
  add request jsonb,
  add collect jsonb,
  add notices jsonb not null default '[]';
alter table key_requests
  alter column calls_per_month drop not null,
  add plan text,
  add kind text not null default 'key' check (kind in ('key', 'plan', 'reactivation'));
alter table usage_windows
  add alerted_percent smallint not null default 0,
  add alerted_limit bigint;
alter table accounts
  add note text,
  add deleted_at timestamptz,
  add erase_after timestamptz,
  add deletion_reason text,
  add data_link_hash text,
  add timezone text not null default 'UTC';
alter table sessions
  add viewed_account_id text references accounts on delete set null,
  add view_expires_at timestamptz,
  add account_id text references accounts on delete set null;
alter table webhook_endpoints
  add events text[] not null default '{hooks.new}';
drop index hooks_source_id;
drop index hooks_retired;

-- Users without an account are operators. The sign-in links of operators that nobody named are void.
update users set role = 'owner' where account_id is null;
delete from verifications where value like '%@hookline.invalid"%';

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
-- Links that were mailed before get the format of better-auth 1.7.
update verifications
set identifier = 'magic-link:' || identifier,
    value = json_build_object('type', 'magic-link', 'email', value::json ->> 'email')::text
where value like '{"email":%';

create table known_values (
  kind text not null check (kind in ('platform', 'language')),
  value text not null,
  added_at timestamptz not null default now(),
  primary key (kind, value)
);
-- The most frequent values stay; other platforms become Other, other languages unknown.
insert into known_values (kind, value)
  select 'platform', platform from hooks where platform not in ('TikTok', 'YouTube', 'Reels', 'Facebook', 'Snapchat', 'X', 'LinkedIn', 'Pinterest', 'Threads', 'Twitch', 'Kwai', 'Rumble', 'Other')
  group by platform order by count(*) desc, platform limit 240;
insert into known_values (kind, value)
  select 'language', language from hooks where language is not null group by language order by count(*) desc, language limit 256;
create index hooks_given_platform on hooks (given_platform) where given_platform is not null;
update hooks set given_platform = platform, platform = 'Other', version = (select version + 1 from catalog)
  where platform not in ('TikTok', 'YouTube', 'Reels', 'Facebook', 'Snapchat', 'X', 'LinkedIn', 'Pinterest', 'Threads', 'Twitch', 'Kwai', 'Rumble', 'Other') and platform not in (select value from known_values where kind = 'platform');
update catalog set version = version + 1 where exists (select 1 from hooks where given_platform is not null);
update hooks set language = null where language is not null and language not in (select value from known_values where kind = 'language');

-- The newest record of each source that ever had the hook, whole. Rows of the hooks that exist are made when these have all columns.
create table hook_sources (
  hook_id bigint not null references hooks,
  source text not null,
  text text,
  text_key text,
  views bigint,
  platform text,
  given_platform text,
  given_labels text,
  review_reason text,
  archetype text,
  emotional_trigger text,
  niche text,
  format text,
  language text,
  creator text,
  source_id text,
  source_url text,
  published_at timestamptz,
  views_captured_at timestamptz,
  likes bigint,
  comments bigint,
  shares bigint,
  duration_seconds double precision,
  template text,
  word_count int,
  label_method text,
  label_confidence double precision,
  archetype_method text,
  archetype_confidence double precision,
  emotional_trigger_method text,
  emotional_trigger_confidence double precision,
  niche_method text,
  niche_confidence double precision,
  format_method text,
  format_confidence double precision,
  raw_text text,
  text_method text,
  source_family text,
  series_part int,
  is_ready boolean not null,
  import_id text,
  held_since timestamptz not null,
  updated_at timestamptz not null,
  dropped_at timestamptz,
  claimed_views bigint,
  claimed_captured_at timestamptz,
  claimed_at timestamptz,
  accepted_at timestamptz,
  rejected_at timestamptz,
  primary key (hook_id, source)
);
create index hook_sources_claimed on hook_sources (hook_id) where claimed_at is not null and rejected_at is null;

update hooks set curated_at = updated_at where label_method = 'curator';
create index hooks_by_source_id on hooks (source, source_id) where source_id is not null;
create index hook_sources_by_source_id on hook_sources (source, source_id);
create table source_trust (
  source text primary key,
  trust int not null check (trust between 0 and 9)
);
create table import_changes (
  import_id text not null,
  hook_id bigint not null references hooks,
  before json not null,
  primary key (import_id, hook_id)
) with (toast_tuple_target = 4080);
create index import_changes_hook on import_changes (hook_id);

update keys set replaced_by = regenerated.replaced_by
  from (select distinct on (subject) subject, details ->> 'replaced_by' as replaced_by
    from audit_log where action = 'key.regenerated' order by subject, id desc) as regenerated
  where keys.id = regenerated.subject and keys.revoked_at is null;

-- 0015_tables
create index hooks_sample on hooks (id) where sample and state in ('published', 'pending');

create table takedowns (
  id text primary key,
  hook_id bigint not null,
  reason text not null,
  actor text not null,
  text_key text,
  url_hash text,
  creator_hash text,
  catalog_version bigint not null,
  created_at timestamptz not null,
  purged_at timestamptz,
  lifted_at timestamptz
);
create unique index takedowns_hook_id on takedowns (hook_id);
create index takedowns_created_at on takedowns (created_at, id);
create table reports (
  id text primary key,
  hook_id bigint,
  url text,
  reason text not null,
  email text not null,
  details text not null,
  state text not null check (state in ('waiting', 'dismissed', 'taken_down')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index reports_state on reports (state, created_at, id);

create index webhook_deliveries_message_id on webhook_deliveries (message_id);
create index audit_log_action on audit_log (account_id, action, id desc);
create table delivery_thread_ends (
  n bigint generated always as identity primary key,
  at timestamptz not null,
  pid int not null,
  error text not null
);
create index delivery_thread_ends_at on delivery_thread_ends (at);

create table session_reads (
  account_id text primary key references accounts on delete cascade,
  day date not null,
  reads bigint not null
);

create table near_duplicates (
  hook_id bigint not null references hooks,
  other_id bigint not null references hooks,
  similarity double precision not null,
  dismissed_at timestamptz,
  primary key (hook_id, other_id),
  check (hook_id < other_id)
);
create index near_duplicates_other on near_duplicates (other_id);
create index hooks_merged on hooks (merged_into) where merged_into is not null;

create index webhook_deliveries_event on webhook_deliveries (event_id);

create table edits (
  id text primary key,
  action text not null,
  labels jsonb not null,
  hooks int not null,
  event_id text,
  actor_kind text not null,
  operator_email text,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index edits_created_at on edits (created_at, id);
create table edit_changes (
  edit_id text not null,
  hook_id bigint not null references hooks,
  before jsonb,
  after jsonb,
  primary key (edit_id, hook_id)
);
create index edit_changes_hook on edit_changes (hook_id);
create table former_texts (
  text_key text not null,
  hook_id bigint not null references hooks,
  primary key (text_key, hook_id)
);
create index former_texts_hook on former_texts (hook_id);
update hooks set review_reason = case when label_confidence < 0.5 then 'low_confidence' else 'unknown_label' end
where state = 'pending' and review_reason is null;
create index hooks_review on hooks (text_group, id) include (
  review_reason, source, import_id, language, platform, archetype, emotional_trigger, niche, format, label_method, label_confidence
) where state = 'pending';
create index hooks_review_confidence on hooks (label_confidence, id) where state = 'pending';
create index hooks_review_creator on hooks (lower(creator)) where state = 'pending';
create index hooks_gone on hooks (version, id) where state <> 'published' and added_version is not null;

-- No label of before is known to be given by its source alone.
update hooks set archetype_method = label_method, archetype_confidence = label_confidence,
  emotional_trigger_method = label_method, emotional_trigger_confidence = label_confidence,
  niche_method = label_method, niche_confidence = label_confidence,
  format_method = case when format is not null then label_method end,
  format_confidence = case when format is not null then label_confidence end;
create table label_decisions (
  id bigint generated always as identity primary key,
  hook_id bigint not null references hooks,
  edit_id text not null,
  label text not null,
  guessed text not null,
  method text not null,
  confidence double precision not null,
  decided text not null,
  source text not null,
  source_family text,
  created_at timestamptz not null default now()
);
create index label_decisions_edit on label_decisions (edit_id);
create index label_decisions_hook on label_decisions (hook_id);
create table label_models (
  version int generated always as identity primary key,
  state text not null check (state in ('active', 'former', 'refused')),
  bytes bytea,
  scores jsonb not null,
  lines int not null,
  last_decision bigint not null,
  last_hook bigint not null default 0,
  teaching bigint[] not null default '{}',
  created_at timestamptz not null default now()
);
create unique index label_models_active on label_models (state) where state = 'active';
create table llm_answers (
  text_key text not null,
  model text not null,
  labels jsonb,
  fault text,
  created_at timestamptz not null default now(),
  primary key (text_key, model)
);
create table llm_usage (
  month date not null,
  model text not null,
  calls int not null default 0,
  faults int not null default 0,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (month, model)
);

create index hooks_given_labels on hooks (source, id) where state = 'published' and not sample and curated_at is null
  and (archetype_method in ('given', 'curator') or emotional_trigger_method in ('given', 'curator') or niche_method in ('given', 'curator'));
create index hooks_curated on hooks (curated_at, id) where curated_at is not null
  and (archetype_method = 'curator' or emotional_trigger_method = 'curator' or niche_method = 'curator');

create table llm_stops (
  model text primary key,
  kind text not null,
  reason text not null,
  since timestamptz not null default now(),
  resume_at timestamptz not null
);

create table collected_records (
  source_id text not null references sources on delete cascade,
  record_id text not null,
  n bigint generated always as identity,
  location text not null,
  state text not null check (state in ('waiting', 'imported', 'watched', 'skipped')),
  record text,
  views bigint,
  published_at timestamptz,
  asked_at timestamptz not null,
  primary key (source_id, record_id)
);
create index collected_records_waiting on collected_records (source_id, n) where state = 'waiting';
create index collected_records_watched on collected_records (source_id, location, asked_at) where state = 'watched';
create table collect_states (
  source_id text not null references sources on delete cascade,
  location text not null,
  state jsonb not null,
  primary key (source_id, location)
);
create table api_usage (
  api text not null,
  window_start timestamptz not null,
  used int not null,
  primary key (api, window_start)
);
create table named_secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index view_history_refreshed on view_history (hook_id, captured_at desc) where refreshed;
create table view_checks (
  hook_id bigint primary key references hooks on delete cascade,
  platform text not null,
  due_at timestamptz not null,
  checked_at timestamptz,
  is_found boolean not null default false,
  views bigint,
  confirmed_at timestamptz,
  omissions int not null default 0,
  omitted_since timestamptz,
  retired_at timestamptz
);
create index view_checks_due on view_checks (platform, due_at);
create index view_checks_found on view_checks (hook_id) where is_found;
create table view_refreshes (
  platform text primary key,
  checked_at timestamptz,
  paused_until timestamptz,
  failures int not null default 0,
  error text,
  updated_at timestamptz not null
);

create table transcripts (
  video text not null,
  model text not null,
  line text,
  text_key text,
  confidence double precision,
  language text,
  asked_at timestamptz not null default now(),
  primary key (video, model)
);
create index transcripts_text_key on transcripts (text_key) where text_key is not null;

create table embeddings (
  model text not null,
  text_group text not null,
  seq bigint not null generated always as identity,
  vector bytea,
  fault text,
  created_at timestamptz not null default now(),
  primary key (model, text_group)
);
create index embeddings_seq on embeddings (seq);
create index embeddings_text_group on embeddings (text_group);
create index hooks_text_group on hooks (text_group) where state = 'published';

create table oauth_clients (
  id text primary key,
  client_id text not null unique,
  client_secret text,
  client_discovery_id text,
  disabled boolean,
  skip_consent boolean,
  enable_end_session boolean,
  subject_type text,
  scopes jsonb,
  client_credentials_scopes jsonb,
  user_id text references users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  name text,
  uri text,
  icon text,
  contacts jsonb,
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris jsonb not null,
  post_logout_redirect_uris jsonb,
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types jsonb,
  response_types jsonb,
  require_pkce boolean,
  dpop_bound_access_tokens boolean,
  reference_id text,
  metadata jsonb
);
create index oauth_clients_by_user on oauth_clients (user_id);
create table oauth_resources (
  id text primary key,
  identifier text not null unique,
  name text not null,
  access_token_ttl integer,
  refresh_token_ttl integer,
  signing_algorithm text,
  signing_key_id text,
  allowed_scopes jsonb,
  custom_claims jsonb,
  dpop_bound_access_tokens_required boolean,
  disabled boolean,
  created_at timestamptz,
  updated_at timestamptz,
  policy_version integer,
  metadata jsonb
);
create table oauth_client_resources (
  id text primary key,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  resource_id text not null references oauth_resources (identifier) on delete cascade,
  metadata jsonb,
  created_at timestamptz,
  unique (client_id, resource_id)
);
create index oauth_client_resources_by_resource on oauth_client_resources (resource_id);
create table oauth_consents (
  id text primary key,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  user_id text references users (id) on delete cascade,
  reference_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb not null,
  account_id text references accounts on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index oauth_consents_by_client on oauth_consents (client_id);
create index oauth_consents_by_user on oauth_consents (user_id);
create table oauth_refresh_tokens (
  id text primary key,
  token text not null unique,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  session_id text references sessions (id) on delete set null,
  user_id text not null references users (id) on delete cascade,
  reference_id text,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  revoked timestamptz,
  rotated_at timestamptz,
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz,
  auth_time timestamptz,
  confirmation jsonb,
  scopes jsonb not null
);
create index oauth_refresh_tokens_by_client on oauth_refresh_tokens (client_id);
create index oauth_refresh_tokens_by_session on oauth_refresh_tokens (session_id);
create index oauth_refresh_tokens_by_user on oauth_refresh_tokens (user_id);
create index oauth_refresh_tokens_by_code on oauth_refresh_tokens (authorization_code_id);
create table oauth_access_tokens (
  id text primary key,
  token text not null unique,
  client_id text not null references oauth_clients (client_id) on delete cascade,
  session_id text references sessions (id) on delete set null,
  user_id text references users (id) on delete cascade,
  reference_id text,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  refresh_id text references oauth_refresh_tokens (id) on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  revoked timestamptz,
  confirmation jsonb,
  scopes jsonb not null
);
create index oauth_access_tokens_by_client on oauth_access_tokens (client_id);
create index oauth_access_tokens_by_session on oauth_access_tokens (session_id);
create index oauth_access_tokens_by_user on oauth_access_tokens (user_id);
create index oauth_access_tokens_by_code on oauth_access_tokens (authorization_code_id);
create index oauth_access_tokens_by_refresh on oauth_access_tokens (refresh_id);
create index oauth_access_tokens_by_expiry on oauth_access_tokens (expires_at);
create table oauth_client_assertions (
  id text primary key,
  expires_at timestamptz not null
);

create table sign_ups (
  token_hash text primary key,
  email text not null,
  mailbox text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_ups_by_mailbox on sign_ups (mailbox);
create index accounts_by_mailbox on accounts ((case when split_part(lower(email), '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || split_part(lower(email), '@', 2) end));
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
  alerted_at timestamptz,
  severity text,
  what text,
  url text,
  resolved_at timestamptz
);

create table request_log (
  id text not null,
  at timestamptz not null,
  expires_on date not null,
  account_id text not null,
  key_id text not null,
  endpoint text not null,
  method text not null,
  path text not null,
  via text,
  status smallint not null,
  took_ms real not null,
  bytes integer not null,
  sample_rate real not null,
  problem json,
  primary key (id, expires_on)
) partition by range (expires_on);
create index request_log_by_account on request_log (account_id, at desc, id desc);
create index request_log_errors on request_log (account_id, at desc, id desc) where status >= 400;

create index key_requests_by_account on key_requests (account_id, created_at desc);
create index accounts_to_erase on accounts (erase_after) where erase_after is not null;
create unique index accounts_by_data_link on accounts (data_link_hash) where data_link_hash is not null;

create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, created_at) where status = 'failed';
create table announcements (
  id text primary key,
  kind text not null,
  severity text,
  title text not null,
  parts text[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index announcements_by_start on announcements (starts_at desc, id desc);
create table announcement_updates (
  id text primary key,
  announcement_id text not null references announcements (id) on delete cascade,
  state text not null,
  message text not null,
  created_at timestamptz not null
);
create index announcement_updates_by_announcement on announcement_updates (announcement_id, created_at);
create table status_subscribers (
  id text primary key,
  email text not null,
  mailbox text not null unique,
  confirm_hash text,
  confirm_until timestamptz,
  confirmed_at timestamptz,
  unsubscribe_token text not null unique,
  created_at timestamptz not null
);
create index status_subscribers_confirmed on status_subscribers (id) where confirmed_at is not null;
create table status_mails (
  update_id text not null references announcement_updates (id) on delete cascade,
  subscriber_id text not null references status_subscribers (id) on delete cascade,
  primary key (update_id, subscriber_id)
);
create table operator_setup (
  id int primary key check (id = 1),
  hidden_at timestamptz,
  backups_confirmed_at timestamptz
);
insert into operator_setup (id) values (1);

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
create index export_schedules_due on export_schedules (next_run_at) where paused_by is null;

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
insert into signals values ('hookline_labels', 0), ('hookline_embeddings', 0), ('hookline_searches', 0) on conflict do nothing;

create table digests (
  search_id text primary key references searches on delete cascade,
  every text not null,
  day smallint not null,
  hour smallint not null,
  next_run_at timestamptz,
  told_version bigint not null,
  told_at timestamptz,
  last_period text,
  sent_period text,
  last_sent_at timestamptz,
  stopped_at timestamptz,
  stopped_by text,
  error text
);
create index digests_due on digests (next_run_at) where next_run_at is not null;

create table collections (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  name text not null,
  description text,
  version int not null default 1,
  token_hash text unique,
  sealed_token text,
  indexable boolean not null default false,
  rank_epoch int not null default 0,
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

create table announced_versions (
  name text primary key,
  version bigint not null,
  at timestamptz
);
insert into announced_versions (name, version) select 'hooks', version from catalog;
create table hook_thresholds (
  hook_id bigint primary key,
  views bigint not null
);
insert into hook_thresholds
  select id, case when views >= 1000000000 then 1000000000 when views >= 100000000 then 100000000
    when views >= 10000000 then 10000000 else 1000000 end
  from hooks where views >= 1000000;

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

create table daily_changes (
  account_id text primary key references accounts on delete cascade,
  day date not null,
  changes bigint not null
);

create table done_once (
  name text primary key,
  at timestamptz not null
);
insert into done_once select name, value::timestamptz from secrets where name = 'first_start';
delete from secrets where name = 'first_start';

alter table hooks add saves bigint;
alter table hook_sources add saves bigint;

alter table hooks add unknown_labels text;
alter table hook_sources add unknown_labels text;
create index hook_sources_unknown on hook_sources (source) where unknown_labels is not null or given_platform is not null;

-- What operators decided values outside of the taxonomy to be. The source '' stands for all, and null for no value.
create table value_mappings (
  source text not null,
  field text not null check (field in ('archetype', 'emotional_trigger', 'niche', 'format', 'platform')),
  value text not null,
  becomes text,
  primary key (source, field, value)
);
-- Niches and archetypes that operators added to the taxonomy.
create table own_values (
  kind text not null check (kind in ('niche', 'archetype')),
  id text not null,
  name text not null,
  description text not null,
  aliases text[] not null,
  words text[] not null,
  primary key (kind, id)
);

-- 0016_pending_email
alter table accounts add pending_email text;
alter table accounts add pending_email_until timestamptz;

create index hooks_review_promise on hooks (
  (case when review_reason in ('music_video', 'trailer', 'match_title', 'lyrics') then 0 else views * label_confidence * label_confidence end) desc, id desc
) where state = 'pending';

-- 0017_key_limits
alter table keys
  add day_limit bigint,
  add month_limit bigint;
alter table oauth_consents
  add day_limit bigint,
  add month_limit bigint;
alter table usage_windows drop constraint usage_windows_kind_check;

-- 0018_outliers
alter table hooks
  add views_vs_creator double precision,
  add creator_videos int,
  add views_per_day bigint;
create index hooks_creator on hooks (platform, lower(ltrim(creator, '@'))) where creator is not null;
-- Views of all videos of creators that collectors read, also of those that are no hooks. `video` is as in `hooks.video_key`, `creator` in
-- lower case without @. `is_new`: since the last version of the catalog.
create table creator_videos (
  platform text not null,
  creator text not null,
  video text not null,
  views bigint not null,
  published_at timestamptz,
  seen_at timestamptz not null,
  is_new boolean not null default true,
  primary key (platform, creator, video)
);
create index creator_videos_new on creator_videos (platform, creator) where is_new;
alter table hook_thresholds
  add views_per_day bigint not null default 0;
update hooks h set views_vs_creator = round((h.views / m.median)::numeric, 2), creator_videos = m.videos from (
  select platform, lower(ltrim(creator, '@')) as creator, percentile_cont(0.5) within group (order by views) as median, count(*) as videos
  from hooks where creator is not null and merged_into is null group by 1, 2 having count(*) >= 5
) m where h.platform = m.platform and lower(ltrim(h.creator, '@')) = m.creator and m.median > 0;
update hooks h set views_per_day = greatest(0, h.views - v.views) / (extract(epoch from h.views_captured_at - v.captured_at) / 86400)
from (select distinct on (v.hook_id) v.* from view_history v join hooks o on o.id = v.hook_id
  where v.captured_at <= o.views_captured_at - interval '1 hour' order by v.hook_id, v.captured_at desc) v
where v.hook_id = h.id;

-- 0019_source_requests
create table source_requests (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  location text not null,
  reason text not null,
  state text not null check (state in ('pending', 'approved', 'declined', 'collected')),
  source text,
  answer text,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index source_requests_account_id on source_requests (account_id, created_at desc, id desc);
create index source_requests_by_state on source_requests (state, created_at, id);
-- Searches of an account that found few hooks, by week (its Monday). `q` is empty where only filters were sent; `filters` is JSON with sorted
-- members.
create table empty_searches (
  week date not null,
  q text not null,
  filters text not null,
  account_id text not null references accounts on delete cascade,
  count int not null,
  last_at timestamptz not null,
  primary key (week, q, filters, account_id)
);
create index empty_searches_account_id on empty_searches (account_id);

-- 0020_snapshot_files
-- Files of snapshots that were read from this database. One restored from a backup knows none that was written after the backup, so a
-- file of a version that it never had is not read.
create table snapshot_files (
  id uuid primary key,
  version bigint not null,
  written_at timestamptz not null default now()
);
