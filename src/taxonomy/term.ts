// One value of a controlled set of the taxonomy.

export type Term = {
  /** Value in the API: snake_case, except platforms, whose ids are display names. */
  id: string;
  /** Display name, in sentence case. */
  name: string;
  description: string;
  /** Other spellings that filters and imports accept. Case, spaces and hyphens do not matter. */
  aliases: readonly string[];
};

/** Returns the display name of an id whose term has none: `real_estate` → `Real estate`. */
export function defaultNameOf(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function term(id: string, description: string, aliases: readonly string[] = [], name = defaultNameOf(id)): Term {
  return { id, name, description, aliases };
}
