// Traits of a text that a writer can change, such as a digit or a question mark: one bit each in a byte of every hook.

/** `pattern` means the same to JavaScript and to PostgreSQL's `~`, so that SQL can recompute every share. */
type Trait = { kind: string; pattern: string; isEnglish: boolean };

/** In the order of their bits, which are in shared memory only: a trait may be added, up to eight. Documented in docs/check.md. */
export const traits = [
  { kind: 'number', pattern: '[0-9]', isEnglish: false },
  { kind: 'question', pattern: '[?？؟]', isEnglish: false },
  { kind: 'viewer', pattern: anywhere('you|your|yours|yourself'), isEnglish: true },
  { kind: 'first_person', pattern: anywhere('i|me|my|mine|myself|we|our|ours'), isEnglish: true },
  {
    kind: 'command',
    pattern: atStart("stop|never|don['’]?t|do not|avoid|quit|forget|ignore"),
    isEnglish: true,
  },
  { kind: 'question_word', pattern: atStart('how|why|what|when|where|who|which'), isEnglish: true },
] as const satisfies Trait[];
export type TraitKind = (typeof traits)[number]['kind'];

const expressions = traits.map(({ pattern }) => new RegExp(pattern));

/** Bit n is set if the text has trait n. */
export function traitsOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < expressions.length; at++) if (expressions[at].test(text)) bits |= 1 << at;
  return bits;
}

/** One of the words, which are parts of a pattern. A word ends where no letter from A to Z follows. */
function anywhere(words: string): string {
  return `(?<![A-Za-z])(?:${inAnyCase(words)})(?![A-Za-z])`;
}

/** The first word, after quotation marks and other signs. */
function atStart(words: string): string {
  return `^[^A-Za-z0-9]*(?:${inAnyCase(words)})(?![A-Za-z])`;
}

/** Spelled out, as case-insensitive matching of other letters depends on the database's locale. */
function inAnyCase(pattern: string): string {
  return pattern.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}
