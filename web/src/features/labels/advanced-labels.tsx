// AdvancedLabels: figures behind guessed labels, and the models that guess them.
import type { LabelsReport } from '../../api/openapi.ts';
import { Agreement } from './agreement.tsx';
import { Floors } from './floors.tsx';
import { LanguageModel } from './language-model.tsx';
import { Model } from './model.tsx';
import { Relabel } from './relabel.tsx';
import { Reliability } from './reliability.tsx';

export function AdvancedLabels({ report, onChange }: { report: LabelsReport; onChange: () => void }) {
  const { outcomes, agreement, confusions, reliability, models, language_model } = report;
  return (
    <>
      <Floors outcomes={outcomes} />
      {agreement.methods.length > 0 && <Agreement agreement={agreement} confusions={confusions} />}
      {reliability.length > 0 && <Reliability reliability={reliability} />}
      <Model models={models} onTrained={onChange} />
      <Relabel hasLanguageModel={language_model?.model != null} onApplied={onChange} />
      {language_model && <LanguageModel usage={language_model} />}
    </>
  );
}
