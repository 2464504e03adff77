// Operator key: HOOKLINE_OPERATOR_KEY, or the file in the data directory, which the first start generates.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBase62 } from '../lib/ids.ts';
import { type Config, ConfigError } from './config.ts';
import { operatorKey } from './values.ts';

export function operatorKeyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'operator.key');
}

export function obtainOperatorKey(config: Config): string {
  if (config.operatorKey) return config.operatorKey;
  const file = operatorKeyFile(config);
  if (existsSync(file)) return readKey(file);
  mkdirSync(config.dataDir, { recursive: true });
  const key = `hko_${randomBase62(40)}`;
  try {
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    // A partly written key, as on a full disk, would be the key of the next start.
    rmSync(file, { force: true });
    throw error;
  }
  return key;
}

/** An empty file would be a key that everybody knows. */
function readKey(file: string): string {
  const key = readFileSync(file, 'utf8').trim();
  if (operatorKey.safeParse(key).success) return key;
  throw new ConfigError(
    `${file} has no valid key. Restore it from a backup, or delete it to get another, which cannot decrypt the secrets of webhooks.`,
  );
}
