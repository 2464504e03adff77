import type { ColumnType, Generated } from 'kysely';

/** Secrets of operators. `value` is encrypted with a key derived from the operator key (lib/encryption.ts). */
export type NamedSecretTable = {
  name: string;
  value: string;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, Date | string, Date | string>;
};
