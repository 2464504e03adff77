// SQL of subscribers to announcements, and of the emails queued for them.
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import { notAmong } from '../../db/each-due.ts';
import { newId } from '../../lib/ids.ts';

type NewSubscriber = {
  email: string;
  mailbox: string;
  confirm_hash: string;
  confirm_until: Date;
  unsubscribe_token: string;
  now: Date;
};

/** Creates a subscriber, or replaces the link of one that is not confirmed. A confirmed one stays as it is. */
export async function upsertSubscriber(trx: Trx, { now, ...row }: NewSubscriber) {
  return trx
    .insertInto('status_subscribers')
    .values({ ...row, id: newId('sub'), confirmed_at: null, created_at: now })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet(({ ref, fn }) => ({
        email: sql`case when status_subscribers.confirmed_at is null then excluded.email else status_subscribers.email end`,
        confirm_hash: ref('excluded.confirm_hash'),
        confirm_until: ref('excluded.confirm_until'),
        created_at: fn.coalesce('status_subscribers.confirmed_at', 'excluded.created_at'),
      })),
    )
    .returning(['email', 'confirmed_at', 'unsubscribe_token'])
    .executeTakeFirstOrThrow();
}

/** Using a link again changes nothing and is no error. */
export async function confirmSubscriber(db: Db, confirm_hash: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('status_subscribers')
    .set(({ fn, val }) => ({ confirmed_at: fn.coalesce('confirmed_at', val(now)) }))
    .where('confirm_hash', '=', confirm_hash)
    .where('confirm_until', '>', now)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Returns whether a subscriber was deleted. */
export async function deleteSubscriber(db: Db, unsubscribe_token: string): Promise<boolean> {
  const deleting = db.deleteFrom('status_subscribers').where('unsubscribe_token', '=', unsubscribe_token);
  return (await deleting.executeTakeFirst()).numDeletedRows > 0n;
}

export async function deleteUnconfirmedSubscribers(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('status_subscribers')
    .where('confirmed_at', 'is', null)
    .where('confirm_until', '<', now)
    .execute();
}

export async function countSubscribers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('status_subscribers')
    .where('confirmed_at', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type Mailed = { id: string; email: string; unsubscribe_token: string };

/** Marks the next subscriber as mailed who was confirmed before the update and is not in `without`; undefined if nobody is left. */
export async function claimSubscriber(
  trx: Trx,
  update: { id: string; at: Date },
  without: readonly string[],
): Promise<Mailed | undefined> {
  const { rows } = await sql<Mailed>`
with claimed as (
  insert into status_mails (update_id, subscriber_id)
  select ${update.id}::text, s.id from status_subscribers s where s.confirmed_at <= ${update.at}::timestamptz and ${notAmong(without)}
    and not exists (select from status_mails m where m.update_id = ${update.id} and m.subscriber_id = s.id)
  order by s.id limit 1 for no key update of s skip locked
  on conflict do nothing returning subscriber_id
)
select s.id, s.email, s.unsubscribe_token from status_subscribers s join claimed c on c.subscriber_id = s.id`.execute(
    trx,
  );
  return rows[0];
}

/** Emails of accounts that are not suspended or deleted. `others` leaves out confirmed subscribers. */
export async function selectOwners(trx: Trx, owners: 'all' | 'others'): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
select id, email from accounts where suspended_at is null and deleted_at is null and (${owners === 'all'} or lower(email) not in
  (select lower(email) from status_subscribers where confirmed_at is not null)) order by email`.execute(trx);
  return rows;
}
