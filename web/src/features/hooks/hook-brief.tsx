// A hook with its seven fields, for plans that have no more of it, and what a larger plan would add.
import type { Hook } from '@hookline/sdk';
import { Code, Id } from '../../kit/code/code.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { PlanRequired } from '../plan/plan-required.tsx';

export function HookBrief({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Hook" wide>
      <div className="stack gap-5">
        <HookText whole>{hook.text}</HookText>
        <div>
          <CopyButton text={hook.text} label="Copy text" showLabel />
        </div>
        <Facts
          facts={{
            Id: <Id>{hook.id}</Id>,
            Views: formatNumber(hook.views),
            Platform: hook.platform,
            Archetype: hook.archetype,
            Emotion: hook.emotional_trigger,
            Niche: hook.niche,
          }}
        />
        <Code label="The record as JSON" wrap>
          {JSON.stringify(hook, null, 2)}
        </Code>
        <PlanRequired feature="full">
          The template behind it, its format and language, who made it and when, likes, comments and shares, and the
          address of the video.
        </PlanRequired>
      </div>
    </Dialog>
  );
}
