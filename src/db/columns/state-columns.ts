// Columns of a hook that tell whether its video can still be seen, and why the hook was retired.

/** `unavailable`: its video was deleted or made private. */
export const retirements = ['snapshot', 'curator', 'takedown', 'merge', 'undo', 'unavailable'] as const;

/** Set by refreshes of view counts. */
export const sourceState = {
  type: 'text',
  values: ['available', 'unavailable'],
  nullable: true,
  record: 'full',
  description: 'Whether the platform still has the video; null if it was never checked',
  example: 'available',
} as const;
