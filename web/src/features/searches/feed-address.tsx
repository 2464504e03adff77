// FeedAddress: what to paste into an app, with a copy button. FeedAppChoice selects the app for all feeds of the page, and keeps it in the URL.
import { Code } from '../../kit/code/code.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { feedApp, feedApps } from './feed-apps.ts';
import { HiddenAddress, isHidden } from './hidden-address.tsx';

const parameter = 'for';
const [{ id: first }] = feedApps;

export function FeedAppChoice() {
  const [chosen, choose] = useQueryState(parameter, first);
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left mr-1.5 text-muted">Use the feed in</legend>
      {feedApps.map(({ id, name }) => (
        <Chip key={id} isActive={feedApp(chosen).id === id} onClick={() => choose(id)}>
          {name}
        </Chip>
      ))}
    </fieldset>
  );
}

export function FeedAddress({ name, url }: { name: string; url: string }) {
  const [chosen] = useQueryState(parameter, first);
  const app = feedApp(chosen);
  if (isHidden(url)) return <HiddenAddress action="Rotate feed URL" />;
  return (
    <div className="stack gap-1">
      <Code label={`${app.name} URL of ${name}`} wrap>
        {app.paste(url)}
      </Code>
      <p className="text-xs text-muted">{app.hint}</p>
    </div>
  );
}
