// The properties that a column of a hook can have in hook-columns.ts.

type SqlType = 'text' | 'bigint' | 'int' | 'double precision' | 'timestamptz' | 'boolean';

/** JavaScript values of SQL types. */
export type Scalars<Time> = {
  text: string;
  bigint: number;
  int: number;
  'double precision': number;
  timestamptz: Time;
  boolean: boolean;
};

export type HookColumn = {
  type: SqlType;
  nullable?: true;
  /** The database fills it in when an inserted row leaves it out. */
  generated?: true;
  /** All values of a text. */
  values?: readonly string[];
  /** Smallest and largest value of a number. */
  range?: readonly [number, number];
  /** Clients get it in every record, or in the full record only. Without it they never do. */
  record?: 'brief' | 'full';
  /** Its place in the record when that is not its name: the objects that it is in, and its name there. */
  path?: readonly [object: string, ...string[], member: string];
  /** The record has a text: this and the number. */
  prefix?: string;
  /** A label that filters, facets and trends can use. */
  label?: true;
  description?: string;
  example?: string | number;
  /** An import field: read from a column of the same name or, when a file has other names, of one of these. */
  aliases?: readonly string[];
  /** Computed by the importer for every record. */
  computed?: true;
  /**
   * How a newer record of a source changes a hook: `fill` takes its value unless it has none, `text` and `label` until a curator
   * decided (catalog/holders/store-said.ts), `views` only from a newer capture.
   */
  merge?: 'views' | 'fill' | 'text' | 'label';
  /** The label that it tells the origin of: a record that changes the label changes it too. */
  originOf?: string;
};
