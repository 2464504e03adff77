// Operator key: HOOKLINE_OPERATOR_KEY, or the file in the data directory, which the first start generates.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBase62 } from '../lib/ids.ts';
import type { Config } from './config.ts';

export function operatorKeyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'operator.key');
}

export function obtainOperatorKey(config: Config): string {
  if (config.operatorKey) return config.operatorKey;
  const file = operatorKeyFile(config);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(config.dataDir, { recursive: true });
  const key = `hko_${randomBase62(40)}`;
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}
