// Goals of the figures: whether each is met, and the table that stands at the top of the output.
import { figure, markdown } from './report.ts';

export type Goal = { what: string; figure: string; goal: string; isMet: boolean };

export function atMost(what: string, value: number, limit: number, unit = ''): Goal {
  return goal(what, value, `≤ ${withUnit(limit, unit)}`, unit, value <= limit);
}

export function atLeast(what: string, value: number, limit: number, unit = ''): Goal {
  return goal(what, value, `≥ ${withUnit(limit, unit)}`, unit, value >= limit);
}

/** A figure that is missing is a goal missed. */
function goal(what: string, value: number, limit: string, unit: string, isMet: boolean): Goal {
  return { what, figure: Number.isFinite(value) ? withUnit(value, unit) : 'not measured', goal: limit, isMet };
}

function withUnit(value: number, unit: string): string {
  const number = Number.isInteger(value) ? value.toLocaleString('en') : figure(value);
  return unit === '' ? number : `${number} ${unit}`;
}

/** Missed goals first. */
export function goalTable(goals: readonly Goal[]): string {
  const missed = goals.filter(({ isMet }) => !isMet);
  const rows = [...missed, ...goals.filter(({ isMet }) => isMet)].map(({ what, isMet, ...one }) => {
    return [what, one.figure, one.goal, isMet ? 'met' : 'missed'];
  });
  const count = `${goals.length - missed.length} of ${goals.length} goals are met.`;
  return `**${count}**\n\n${markdown({ head: ['goal', 'figure', 'limit', ''], rows })}`;
}
