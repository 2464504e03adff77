// Stops the service at a named point of its work, so that a test ends a process exactly there: a trigger makes the first statements of one
// kind on a table wait, within their transactions, until the test releases them.
import pg from 'pg';
import { until } from './until.ts';

export type FaultPoint = {
  /** Resolves when `count` transactions wait at the point. */
  reached: (count?: number) => Promise<void>;
  /** Ends the waiting transactions, as the end of their process does, and removes the point. */
  rollBack: () => Promise<void>;
  /** Lets the waiting transactions continue and removes the point. */
  release: () => Promise<void>;
};

/** Any number without another lock. */
let lastLock = 4100;

/**
 * Sets a fault point in a database: `before insert on pgboss.job` or `after update on exports`, limited to rows for which `when`
 * is true, such as `new.name = 'mail'`.
 */
export async function faultPoint(databaseUrl: string, statement: string, when = 'true'): Promise<FaultPoint> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const lock = ++lastLock;
  const table = statement.split(' ').at(-1);
  const waiting = `from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await client.query('select pg_advisory_lock($1)', [lock]);
  await client.query(`
    create function wait_at_${lock}() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${lock}); return coalesce(new, old); end $$;
    create trigger wait_at_${lock} ${statement} for each row when (${when}) execute function wait_at_${lock}()`);
  const count = async () => (await client.query(`select count(*)::int as n ${waiting}`)).rows[0].n;

  /** Dropping waits for the transactions that have reached the trigger. */
  async function remove(): Promise<void> {
    await client.query('select pg_advisory_unlock($1)', [lock]);
    await client.query(`drop trigger wait_at_${lock} on ${table}; drop function wait_at_${lock}()`);
    await client.end();
  }

  return {
    reached: async (expected = 1) => void (await until(count, (n) => n >= expected)),
    rollBack: async () => {
      await client.query(`select pg_terminate_backend(pid, 5000) ${waiting}`);
      await remove();
    },
    release: remove,
  };
}

/** Holds new jobs of a queue, as if no process worked on it, until the returned function is called. */
export async function holdJobs(databaseUrl: string, queue: string): Promise<() => Promise<void>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const name = `hold_${queue}`;
  await client.query(`
    create function ${name}() returns trigger language plpgsql as
      $$ begin new.start_after = now() + interval '1 year'; return new; end $$;
    create trigger ${name} before insert on pgboss.job for each row when (new.name = '${queue}') execute function ${name}()`);
  return async () => {
    await client.query(`drop function ${name} cascade`);
    await client.query('update pgboss.job set start_after = now() where name = $1', [queue]);
    await client.end();
  };
}
