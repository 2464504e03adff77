// One value of a controlled set, as every set of the taxonomy lists it.

export type Term = {
  /** Value on the wire: snake_case, but for platforms, which are display names. */
  id: string;
  name: string;
  description: string;
  /** Other spellings that filters and imports accept. Case, spaces and hyphens do not matter. */
  aliases: readonly string[];
};

/** `personal_finance` → `Personal finance`. */
function nameOf(id: string): string {
  const words = id.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function term(id: string, description: string, aliases: readonly string[] = [], name = nameOf(id)): Term {
  return { id, name, description, aliases };
}
