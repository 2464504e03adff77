// Migrations of the schema. Append only, never edit a released one. They run while processes of the previous version still serve.
import { type Kysely, sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { exports, initial, webhooks } from './migrations/0001-0003.ts';
import {
  audit,
  changesAndTrends,
  importProgress,
  signals,
  signIn,
  sources,
  uptime,
  usageLog,
  versionIndex,
} from './migrations/0004-0012.ts';
import {
  exportGzip,
  hookSources,
  keyScopes,
  passkeys,
  sampleIndex,
  takedowns,
  userRoles,
  webhookLimits,
} from './migrations/0013-0020.ts';
import { corrections, knownValues, sessionReads } from './migrations/0022-0024.ts';
import { identity } from './migrations/0025-identity.ts';
import { edits, nearDuplicates, undo } from './migrations/0026-0028.ts';
import { labelOrigins } from './migrations/0029-labels.ts';
import { collect, llmStops, training, viewChecks } from './migrations/0030-0033.ts';
import { embeddings, transcription } from './migrations/0034-0035.ts';
import { oauth } from './migrations/0036-oauth.ts';
import { accounts } from './migrations/0038-accounts.ts';
import { customers, exportSchedules, keyUses, operations, requestLog } from './migrations/0039-0043.ts';
import { members } from './migrations/0044-members.ts';
import { searches } from './migrations/0045-searches.ts';
import { digests } from './migrations/0046-digests.ts';
import { collections } from './migrations/0047-collections.ts';
import { webhookEvents } from './migrations/0048-webhook-events.ts';
import { trendAlerts } from './migrations/0049-trend-alerts.ts';
import { versionTimes } from './migrations/0050-version-times.ts';
import { dailyChanges } from './migrations/0051-daily-changes.ts';
import type { Tables } from './tables.ts';

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
  '0013_sample_index': { up: (db: Kysely<unknown>) => runScript(db, sampleIndex) },
  '0014_takedowns': { up: (db: Kysely<unknown>) => runScript(db, takedowns) },
  '0015_user_roles': { up: (db: Kysely<unknown>) => runScript(db, userRoles) },
  '0016_hook_sources': { up: (db: Kysely<unknown>) => runScript(db, hookSources) },
  '0017_exports': { up: (db: Kysely<unknown>) => runScript(db, exportGzip) },
  '0018_webhook_limits': { up: (db: Kysely<unknown>) => runScript(db, webhookLimits) },
  '0019_key_scopes': { up: (db: Kysely<unknown>) => runScript(db, keyScopes) },
  '0020_passkeys': { up: (db: Kysely<unknown>) => runScript(db, passkeys) },
  '0022_session_reads': { up: (db: Kysely<unknown>) => runScript(db, sessionReads) },
  '0023_known_values': { up: (db: Kysely<unknown>) => runScript(db, knownValues) },
  '0024_corrections': { up: (db: Kysely<unknown>) => runScript(db, corrections) },
  '0025_identity': { up: identity },
  '0026_near_duplicates': { up: (db: Kysely<unknown>) => runScript(db, nearDuplicates) },
  '0027_undo': { up: (db: Kysely<unknown>) => runScript(db, undo) },
  '0028_edits': { up: (db: Kysely<unknown>) => runScript(db, edits) },
  '0029_labels': { up: (db: Kysely<unknown>) => runScript(db, labelOrigins) },
  '0030_training': { up: (db: Kysely<unknown>) => runScript(db, training) },
  '0031_llm_stops': { up: (db: Kysely<unknown>) => runScript(db, llmStops) },
  '0032_collect': { up: (db: Kysely<unknown>) => runScript(db, collect) },
  '0033_view_checks': { up: (db: Kysely<unknown>) => runScript(db, viewChecks) },
  '0034_transcription': { up: (db: Kysely<unknown>) => runScript(db, transcription) },
  '0035_embeddings': { up: (db: Kysely<unknown>) => runScript(db, embeddings) },
  '0036_oauth': { up: (db: Kysely<unknown>) => runScript(db, oauth) },
  '0038_accounts': { up: (db: Kysely<unknown>) => runScript(db, accounts) },
  '0039_request_log': { up: (db: Kysely<unknown>) => runScript(db, requestLog) },
  '0040_customers': { up: (db: Kysely<unknown>) => runScript(db, customers) },
  '0041_operations': { up: (db: Kysely<unknown>) => runScript(db, operations) },
  '0042_export_schedules': { up: (db: Kysely<unknown>) => runScript(db, exportSchedules) },
  '0043_key_uses': { up: (db: Kysely<unknown>) => runScript(db, keyUses) },
  '0044_members': { up: (db: Kysely<unknown>) => runScript(db, members) },
  '0045_searches': { up: (db: Kysely<unknown>) => runScript(db, searches) },
  '0046_digests': { up: (db: Kysely<unknown>) => runScript(db, digests) },
  '0047_collections': { up: (db: Kysely<unknown>) => runScript(db, collections) },
  '0048_webhook_events': { up: (db: Kysely<unknown>) => runScript(db, webhookEvents) },
  '0049_trend_alerts': { up: (db: Kysely<unknown>) => runScript(db, trendAlerts) },
  '0050_version_times': { up: (db: Kysely<unknown>) => runScript(db, versionTimes) },
  '0051_daily_changes': { up: (db: Kysely<unknown>) => runScript(db, dailyChanges) },
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
