// A hook with its seven fields, for plans that have no more of it, and what a larger plan would add.
import type { Hook } from '@hookline/sdk';
import { Facts } from '../kit/card.tsx';
import { Code, Id } from '../kit/code.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { formatNumber } from '../kit/format.ts';
import { HookText } from '../kit/hook-text.tsx';
import { PlanLacks } from './plan-lacks.tsx';

export function HookBrief({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Hook" wide>
      <div className="stack gap-5">
        <HookText whole>{hook.text}</HookText>
        <div>
          <CopyButton text={hook.text} label="Copy text" withWords />
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
        <PlanLacks feature="full">
          The template behind it, its format and language, who made it and when, likes, comments and shares, and the
          address of the video.
        </PlanLacks>
      </div>
    </Dialog>
  );
}
