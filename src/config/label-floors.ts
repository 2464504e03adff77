// Floors: the confidence from which a guess of each label is published.

export type Floors = Readonly<Record<'archetype' | 'emotional_trigger' | 'niche' | 'format', number>>;

/** Chosen on real lines of collections that the model had not seen: of each published label about 85 % are right (docs/labels.md). */
export const defaultFloors: Floors = { archetype: 0.45, emotional_trigger: 0.71, niche: 0.6, format: 0.6 };

export function sameFloor(floor: number): Floors {
  return { archetype: floor, emotional_trigger: floor, niche: floor, format: floor };
}
