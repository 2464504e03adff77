// What a pattern is and how the pattern files write one. No patterns here.

export type Pattern = {
  archetype: string;
  /** The line with `{slots}`: a kind of vocabulary.ts or a generic slot of fill.ts, and the forms it takes. */
  text: string;
  emotions: readonly string[];
  formats: readonly string[];
  /** Where the line makes sense; undefined = everywhere. */
  niches?: readonly string[];
};

/**
 * One pattern a line: `text :: emotions`, then `:: formats` where the archetype's usual formats would be untrue, then
 * `:: niches` where the line makes sense in a few only. What is named first is met most often.
 */
export function patterns(archetype: string, usualFormats: string, block: string): Pattern[] {
  return block
    .trim()
    .split('\n')
    .map((line) => {
      const [text, emotions, formats = usualFormats, niches] = line.split('::').map((part) => part.trim());
      return {
        archetype,
        text,
        emotions: emotions.split(' '),
        formats: formats.split(' '),
        niches: niches?.split(' '),
      };
    });
}
