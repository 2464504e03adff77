// Deletion of an account: for 30 days it can be restored, then a job erases it. Its data can be exported until then.
import { z } from 'zod';
import { messageText } from '../accounts/account.ts';

export const erasedAfterDays = 30;

export const deleteAccountInput = z.strictObject({
  reason: messageText.meta({ description: 'Included in the email to the holder' }),
  notify: z
    .boolean()
    .default(true)
    .meta({ description: 'false: the holder is not emailed, and gets no link to the data' }),
});

export const restoreAccountInput = z.strictObject({
  message: messageText.meta({ description: 'Included in the email to the holder' }),
  notify: z.boolean().default(true).meta({ description: 'false: the holder is not emailed' }),
});

const rows = z.array(z.record(z.string(), z.unknown()));

export const accountDataSchema = z
  .object({
    exported_at: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    sign_in: z.object({ users: rows, sessions: rows, passkeys: rows, apps: rows }),
    invitations: rows,
    keys: rows,
    requests: rows,
    webhooks: rows,
    webhook_deliveries: rows.meta({ description: 'Without bodies, which are hooks of the catalog' }),
    exports: rows,
    export_schedules: rows,
    searches: rows,
    feed_readers: rows,
    digests: rows,
    collections: rows,
    collection_hooks: rows,
    trend_alerts: rows,
    request_log: rows,
    usage: rows.meta({ description: 'Calls per UTC day, key, endpoint and status' }),
    quota: rows,
    activity: rows.meta({ description: 'The audit log of the account, as its holder sees it' }),
    truncated: z
      .array(z.string())
      .meta({ description: 'Sections that have more rows than the export: the newest are in it' }),
  })
  .meta({
    id: 'AccountData',
    description: 'Everything that the service holds about an account. Secrets are not in it',
  });
export type AccountData = z.infer<typeof accountDataSchema>;
