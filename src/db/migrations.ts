// Migrations of the schema. Append only, never edit a released one. They run while processes of the previous version still serve.
import { type Kysely, sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { exports, initial, webhooks } from './first-migrations.ts';
import type { Tables } from './tables.ts';

const changesAndTrends = `
alter table hooks add column added_version bigint;
alter table hooks add column seen_at timestamptz not null default now();
update hooks h set added_version = case when updated_at = added_at then version else 1 end where state in ('published', 'retired');
update hooks h set seen_at = least(h.added_at, h.views_captured_at, (select min(captured_at) from view_history v where v.hook_id = h.id));
create index hooks_retired on hooks (version, id) where state = 'retired';
`;

const sources = `
create table sources (
  id text primary key,
  name text not null unique,
  location text not null,
  mapping jsonb not null,
  format text,
  is_snapshot boolean not null,
  may_shrink boolean not null,
  every text,
  enabled boolean not null,
  etag text,
  last_modified text,
  failures int not null default 0,
  last_error text,
  next_run_at timestamptz not null,
  last_run_at timestamptz,
  last_success_at timestamptz,
  last_import_id text,
  run_id text,
  running_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
alter table imports add column source_id text references sources on delete set null;
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check check (state in ('running', 'done', 'unchanged', 'failed'));
create index imports_source_id on imports (source_id, started_at);
`;

const usageLog = `
create table usage_log (
  account_id text not null references accounts on delete cascade,
  day date not null,
  key_id text not null,
  endpoint text not null,
  status int not null,
  calls bigint not null,
  counted bigint not null,
  primary key (account_id, day, key_id, endpoint, status)
);
create index usage_log_day on usage_log (day);

create table usage_log_writers (
  id text primary key,
  batch bigint not null,
  written_at timestamptz not null
);
`;

const audit = `
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'key', 'system')),
  key_id text,
  account_id text,
  action text not null,
  subject text not null,
  details jsonb not null,
  request_id text,
  address text
);
create index audit_log_account_id on audit_log (account_id, id desc);
`;

const signIn = `
create table users (
  id text primary key,
  email text not null unique,
  name text not null,
  email_verified boolean not null,
  image text,
  account_id text references accounts on delete cascade,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table sessions (
  id text primary key,
  user_id text not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user_id on sessions (user_id);
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);
alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check check (actor_kind in ('operator', 'key', 'session', 'system'));
`;

const uptime = `
create table uptime_minutes (
  minute timestamptz primary key
);
`;

/** Incremented in the notifying transaction, so that a process that missed the notification sees the change. */
const signals = `
create table signals (
  channel text primary key,
  n bigint not null
);
insert into signals values ('hookline_accounts', 0), ('hookline_export_ended', 0), ('hookline_sources', 0);
`;

const versionIndex = `
create index hooks_version on hooks (version) where state in ('published', 'retired');
`;

const importProgress = `
alter table imports add column progress jsonb;
alter table imports add column seen_at timestamptz;
`;

const migrations: Record<string, Migration> = {
  '0001_initial': { up: (db: Kysely<unknown>) => runScript(db, initial) },
  '0002_exports': { up: (db: Kysely<unknown>) => runScript(db, exports) },
  '0003_webhooks': { up: (db: Kysely<unknown>) => runScript(db, webhooks) },
  '0004_changes_and_trends': { up: (db: Kysely<unknown>) => runScript(db, changesAndTrends) },
  '0005_sources': { up: (db: Kysely<unknown>) => runScript(db, sources) },
  '0006_usage_log': { up: (db: Kysely<unknown>) => runScript(db, usageLog) },
  '0007_audit': { up: (db: Kysely<unknown>) => runScript(db, audit) },
  '0008_sign_in': { up: (db: Kysely<unknown>) => runScript(db, signIn) },
  '0009_uptime': { up: (db: Kysely<unknown>) => runScript(db, uptime) },
  '0010_signals': { up: (db: Kysely<unknown>) => runScript(db, signals) },
  '0011_hooks_by_version': { up: (db: Kysely<unknown>) => runScript(db, versionIndex) },
  '0012_import_progress': { up: (db: Kysely<unknown>) => runScript(db, importProgress) },
};

async function runScript(db: Kysely<unknown>, script: string): Promise<void> {
  for (const statement of script.split(/;\s*\n/)) if (statement.trim()) await sql.raw(statement).execute(db);
}

/** A migration that is incompatible with previous versions has this in its name, after the number. */
const breaking = /^\d+_breaking_/;

class DatabaseTooNewError extends Error {}

/**
 * Migrations of later versions are treated as applied, so an older process can start during a rolling upgrade or after a rollback:
 * migrations only add what the previous version can ignore, unless their name says otherwise.
 */
export function migrationsFor(db: Kysely<Tables>): MigrationProvider {
  return {
    getMigrations: async () => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
      const last = Object.keys(migrations).sort().at(-1) ?? '';
      const later = rows.map(({ name }) => name).filter((name) => name > last);
      const tooNew = later.find((name) => breaking.test(name));
      if (tooNew)
        throw new DatabaseTooNewError(
          `A later version of Hookline has migrated the database, and this version cannot work with it (${tooNew}). Start the later version, or restore a backup from before the upgrade.`,
        );
      return { ...migrations, ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])) };
    },
  };
}
