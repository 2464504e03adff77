// State that the files of a lane share: counts of started services and processes, and resources that are closed after the last file.

/** Services started in this process, and processes of the service. */
export const starts = { services: 0, processes: 0 };

const closers: (() => Promise<void>)[] = [];

export function onLaneEnd(close: () => Promise<void>): void {
  closers.push(close);
}

export async function endLane(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** Whether this is `npm run test:endurance`, in which some tests do more. */
export const isEndurance = process.env.HOOKLINE_TEST_ENDURANCE === '1';
