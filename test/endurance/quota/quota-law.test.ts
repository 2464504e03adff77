// The quota law over many random histories.
import { test } from 'node:test';
import { assertQuotaLaw } from '../../quota/quota-law.ts';
import { testDatabase } from '../../setup/database.ts';
import { seededRandom } from '../random.ts';

test('under 1,000 random histories no window serves more than its limit', async (t) => {
  const database = await testDatabase();
  t.after(database.close);
  await assertQuotaLaw(database.db, { numRuns: 1000, seed: Math.floor(seededRandom()() * 2 ** 31) });
});
