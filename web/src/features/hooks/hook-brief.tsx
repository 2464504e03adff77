// Dialog with the seven basic fields of a hook, for plans without full records, and what an upgrade adds.
import type { Hook } from '@hookline/sdk';
import { labelName } from '../../api/label-names.ts';
import { Code, Id } from '../../kit/code/code.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { checkVariation } from '../check/check-link.ts';
import SaveButton from '../collections/save/save-button.tsx';
import { PlanRequired } from '../plan/plan-required.tsx';

export function HookBrief({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Hook" wide>
      <div className="stack gap-5">
        <HookText whole>{hook.text}</HookText>
        <div className="flex flex-wrap gap-2">
          <SaveButton hook={hook} showLabel />
          <CopyButton text={hook.text} label="Copy text" showLabel />
          <LinkButton icon="review" href={checkVariation(hook.text)}>
            Check a variation
          </LinkButton>
        </div>
        <Facts
          facts={{
            ID: <Id>{hook.id}</Id>,
            Views: formatNumber(hook.views),
            Platform: labelName(hook.platform),
            Archetype: labelName(hook.archetype),
            Emotion: labelName(hook.emotional_trigger),
            Niche: labelName(hook.niche),
          }}
        />
        <Code label="Hook as JSON" wrap>
          {JSON.stringify(hook, null, 2)}
        </Code>
        <PlanRequired feature="full">
          Full records add template, format, language, creator, dates, likes, comments, shares and the video URL.
        </PlanRequired>
      </div>
    </Dialog>
  );
}
