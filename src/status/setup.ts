// Setup: what an operator of a new service does before customers come. Pure.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { commit } from '../audit/actions.ts';
import type { Context } from '../audit/actor.ts';
import { selectOperators } from '../auth/store.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { lastBackupFile } from '../db/embedded/backup.ts';
import { counted } from '../lib/text.ts';
import { lockSetup, selectSetupFacts, updateSetup } from './store.ts';

const setupItemIds = ['data', 'mail', 'public_url', 'backups', 'operators'] as const;

export const setupSchema = z
  .object({
    hidden: z.boolean(),
    done: z.boolean().meta({ description: 'Whether all items are done' }),
    items: z.array(
      z.object({
        id: z.enum(setupItemIds),
        title: z.string(),
        done: z.boolean(),
        detail: z.string().meta({ description: 'Current state, or action to take' }),
        href: z.string().meta({ description: 'Page to do it on, or its instructions' }),
        can_confirm: z.boolean().meta({ description: 'Whether an operator may mark it as done' }),
      }),
    ),
  })
  .meta({ id: 'OperatorSetup', description: 'Setup checklist of the service' });
export type Setup = z.infer<typeof setupSchema>;

export const changeSetupInput = z.strictObject({
  hidden: z.boolean().optional(),
  backups_confirmed: z.boolean().optional().meta({ description: 'Confirms that backups are made by other means' }),
});
type ChangeSetupInput = z.infer<typeof changeSetupInput>;

export type SetupFacts = {
  isHidden: boolean;
  /** Whether there are published hooks other than the sample. */
  realHooks: boolean;
  sources: number;
  hasSample: boolean;
  hasMailServer: boolean;
  publicUrl: string | undefined;
  isEmbedded: boolean;
  backupAt: Date | undefined;
  backupsConfirmedAt: Date | null;
  /** Operators with an email. The person who set up the service may have only the operator key. */
  operators: number;
  hasKeyOnly: boolean;
};

const dayMs = 24 * 3_600_000;
/** An older backup protects little. */
const recentMs = 8 * dayMs;

export function toSetup(facts: SetupFacts, now: Date): Setup {
  const items = [dataItem(facts), mailItem(facts), urlItem(facts), backupItem(facts, now), operatorItem(facts)];
  return { hidden: facts.isHidden, done: items.every(({ done }) => done), items };
}

type Item = Setup['items'][number];

function dataItem({ realHooks, sources, hasSample }: SetupFacts): Item {
  const detail = realHooks
    ? hasSample
      ? 'The catalog contains your own hooks, and sample data that you can remove.'
      : 'The catalog contains your own hooks.'
    : sources > 0
      ? 'A source is set up but has no hooks yet.'
      : `${hasSample ? 'The catalog is sample data.' : 'The catalog is empty.'} Add a source, or import a file.`;
  return item('data', 'Import your own hooks', realHooks, detail, '/console/sources');
}

function mailItem({ hasMailServer }: SetupFacts): Item {
  const detail = hasMailServer
    ? 'Mail is sent by your mail server.'
    : 'Mail is written to files in the data directory, so nobody receives it. Set a mail server.';
  return item('mail', 'Send mail', hasMailServer, detail, '/docs/deployment#mail');
}

function urlItem({ publicUrl }: SetupFacts): Item {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const detail = isSecure
    ? `Links lead to ${publicUrl}.`
    : publicUrl === undefined
      ? 'Links lead to the address that the service listens on. Set its public HTTPS URL.'
      : `Links lead to ${publicUrl}. Serve it over HTTPS: keys are sent with every request.`;
  return item('public_url', 'Set the public URL', isSecure, detail, '/docs/deployment#public-url');
}

function backupItem({ isEmbedded, backupAt, backupsConfirmedAt }: SetupFacts, now: Date): Item {
  const isRecent = backupAt !== undefined && now.getTime() - backupAt.getTime() < recentMs;
  const isDone = isRecent || backupsConfirmedAt !== null;
  const detail = isRecent
    ? `The last one was made on ${backupAt.toISOString().slice(0, 10)}.`
    : backupsConfirmedAt !== null
      ? `Confirmed on ${backupsConfirmedAt.toISOString().slice(0, 10)}.`
      : isEmbedded
        ? 'Back up to another disk each day, or confirm that backups are made by other means.'
        : 'Back up the database with the tools of its server, then confirm it here.';
  return {
    ...item('backups', 'Make backups', isDone, detail, '/docs/deployment#backup-and-restore'),
    can_confirm: !isRecent,
  };
}

function operatorItem({ operators, hasKeyOnly }: SetupFacts): Item {
  const isDone = operators + Number(hasKeyOnly) > 1;
  const who = `${counted(operators, 'operator')} can sign in by email${hasKeyOnly ? ', and you with the operator key' : ''}.`;
  const detail = isDone ? who : 'If you cannot be reached, nobody else can act.';
  return item('operators', 'Add a second operator', isDone, detail, '/console/operators?new=1');
}

function item(id: Item['id'], title: string, done: boolean, detail: string, href: string): Item {
  return { id, title, done, detail, href, can_confirm: false };
}

// Reads the setup checklist, and stores two decisions of operators: to hide it, and that backups are made by other means.

export type SetupDeps = {
  db: Database;
  config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'databaseUrl' | 'dataDir' | 'operatorEmail'>;
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
      operators: new Set([...operators.map(({ email }) => email), config.operatorEmail].filter(Boolean)).size,
      hasKeyOnly: config.operatorEmail === undefined,
    },
    new Date(),
  );
}

export async function changeSetup(
  ctx: Context & SetupDeps,
  { hidden, backups_confirmed }: ChangeSetupInput,
): Promise<Setup> {
  await commit(ctx, async (trx, audit) => {
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
    await audit({ action: 'setup.changed', subject: 'setup', details });
  });
  return readSetup(ctx);
}
