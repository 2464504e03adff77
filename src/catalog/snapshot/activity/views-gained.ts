// Views that each hook gained in the last seven days of the data.
import { windowDays } from '../../../trends/trends.ts';
import { perSnapshot } from '../per-snapshot.ts';

/** By row, whole numbers; 0 without two counts of the views. */
export const viewsGained = perSnapshot(({ size, activity: { growth } }) => {
  const gained = new Float64Array(size);
  growth.rows.forEach((row, at) => {
    let views = 0;
    for (let place = growth.starts[at]; place < growth.starts[at + 1]; place++)
      if (growth.days[place] < windowDays['7d']) views += growth.views[place];
    gained[row] = Math.round(views);
  });
  return gained;
});
