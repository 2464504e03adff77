// hookline admin labels train: trains a model of labels now, and says whether it is used.
import type { TrainingReport } from '../../catalog/labelling/training/actions.ts';
import type { Command } from '../command.ts';
import { formatCount, print } from '../print.ts';

export const train: Command = async (client, _, options) => {
  const report = await client.call<TrainingReport>('POST', '/operator/labels/train');
  print(report, options.json, () => describe(report));
};

function describe({ state, version, lines, scores }: TrainingReport): string {
  if (state === 'running') return 'The training is running. `hookline admin labels report` will show what came of it.';
  const trained = `Trained model ${version} on ${formatCount(lines ?? 0)} labelled hooks.`;
  if (state === 'active')
    return `${trained} It is used from now on. It changes published hooks only when you run "hookline admin labels run".`;
  const { verdict } = (scores?.comparison ?? {}) as { verdict?: string };
  return verdict === 'too_few_labels'
    ? `${trained} It is not used: there are too few labels to compare it with the one in use.`
    : `${trained} It is not used, since it does not score better than the one in use.`;
}
