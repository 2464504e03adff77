// Fingerprint of a database, for tests of what must change nothing in it.
import { openDatabase } from '../../src/db/database.ts';

/** Tables that the service writes by itself: uptime, usage that is counted after a response, alerts, and webhooks of earlier imports. */
const ofTime =
  /^(?:usage|webhook|operator)_|^(?:announced_versions|keys|request_log|session_reads|signals|uptime_minutes)$/;

/** Number and hash of the rows of each table. */
export async function fingerprint(databaseUrl: string): Promise<Record<string, string>> {
  const { pool, close } = openDatabase(databaseUrl, () => {});
  const { rows } = await pool.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { table_name: name } of rows.filter(({ table_name }) => !ofTime.test(table_name))) {
    const {
      rows: [table],
    } = await pool.query(
      `select count(*) as rows, md5(coalesce(string_agg(r::text, '' order by r::text), '')) as hash from "${name}" r`,
    );
    found[name] = `${table.rows} ${table.hash}`;
  }
  await close();
  return found;
}
