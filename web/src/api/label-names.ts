// Display names of labels, written from src/taxonomy by `npm run generate`. Do not edit.

/** Names that do not follow from the id. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['ai', 'AI'],
  ['asmr', 'ASMR'],
  ['before_after', 'Before/after'],
  ['duet_stitch', 'Duet or stitch'],
  ['faceless_text', 'Faceless with text'],
  ['fomo', 'FOMO'],
  ['myth_bust', 'Myth busting'],
  ['pov', 'POV'],
  ['problem_solution', 'Problem and solution'],
  ['q_and_a', 'Q&A'],
  ['self_improvement', 'Self-improvement'],
  ['visual_demo', 'Visual demonstration'],
  ['voiceover_broll', 'Voiceover with B-roll'],
]);

/** `asmr` → "ASMR"; `how_to` → "How to", as any other id. */
export function labelName(id: string): string {
  const words = id.replaceAll('_', ' ');
  return exceptions.get(id) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
