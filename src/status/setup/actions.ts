// Reads the setup checklist, and stores what operators decide about it: to hide it, and that backups are made by other means.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAudit } from '../../audit/actions.ts';
import type { Acting } from '../../audit/actor.ts';
import { selectOperators } from '../../auth/store-users.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { lastBackupFile } from '../../db/embedded/backup.ts';
import { type ChangeSetupInput, type Setup, toSetup } from './setup.ts';
import { lockSetup, selectSetupFacts, updateSetup } from './store.ts';

export type SetupDeps = {
  db: Database;
  config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'databaseUrl' | 'dataDir'>;
};

export async function readSetup({ db, config }: SetupDeps): Promise<Setup> {
  const [facts, operators, backup] = await Promise.all([
    selectSetupFacts(db),
    selectOperators(db),
    stat(join(config.dataDir, lastBackupFile)).catch(() => undefined),
  ]);
  const { hidden_at, backups_confirmed_at, has_real, has_sample, sources } = facts;
  return toSetup(
    {
      isHidden: hidden_at !== null,
      realHooks: Boolean(has_real),
      hasSample: Boolean(has_sample),
      sources,
      hasMailServer: config.smtpUrl !== undefined,
      publicUrl: config.publicUrl,
      isEmbedded: config.databaseUrl === undefined,
      backupAt: backup?.mtime,
      backupsConfirmedAt: backups_confirmed_at,
      operators: operators.length,
    },
    new Date(),
  );
}

export async function changeSetup(
  { db, actor, config }: Acting & SetupDeps,
  { hidden, backups_confirmed }: ChangeSetupInput,
): Promise<Setup> {
  await db.transaction().execute(async (trx) => {
    const before = await lockSetup(trx);
    const at = (wanted: boolean | undefined, was: Date | null) => (wanted ? (was ?? new Date()) : null);
    const hasHidden = hidden !== undefined && hidden !== (before.hidden_at !== null);
    const hasConfirmed =
      backups_confirmed !== undefined && backups_confirmed !== (before.backups_confirmed_at !== null);
    if (!hasHidden && !hasConfirmed) return;
    await updateSetup(trx, {
      ...(hasHidden && { hidden_at: at(hidden, before.hidden_at) }),
      ...(hasConfirmed && { backups_confirmed_at: at(backups_confirmed, before.backups_confirmed_at) }),
    });
    const details = { ...(hasHidden && { hidden }), ...(hasConfirmed && { backups_confirmed }) };
    await writeAudit(trx, actor, { action: 'setup.changed', subject: 'setup', details });
  });
  return readSetup({ db, config });
}
