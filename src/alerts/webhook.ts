// Body of a request to the operator's webhook: a problem of health that started or is over. `text` is what Slack shows.
import type { Problem } from './alert.ts';

export type ProblemEvent = {
  event: 'problem.started' | 'problem.resolved';
  problem: Pick<Problem, 'severity' | 'what'>;
  since: Date;
  url: string;
};

export function toWebhookBody({ event, problem: { severity, what }, since, url }: ProblemEvent, now: Date): string {
  const title = event === 'problem.started' ? what : `Resolved: ${what}`;
  return JSON.stringify({
    event,
    timestamp: now.toISOString(),
    text: `Hookline: ${title}\n${url}`,
    data: { severity, what, since: since.toISOString(), url },
  });
}
