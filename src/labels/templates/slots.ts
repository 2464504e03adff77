// The slots of templates: a closed list.

export const slots = ['topic', 'number', 'amount', 'time', 'year', 'name', 'quote', 'link'] as const;
export type Slot = (typeof slots)[number];

const slotPattern = new RegExp(`\\[(${slots.join('|')})\\]`, 'g');

/** In order of their place; a slot that stands twice is twice in it. Other brackets are text: sources have templates of their own. */
export function slotsOf(template: string): Slot[] {
  return Array.from(template.matchAll(slotPattern), ([, slot]) => slot as Slot);
}

/** The texts around the slots: one more than slots. */
export function textsAround(template: string): string[] {
  return template.split(slotPattern).filter((_, at) => at % 2 === 0);
}
