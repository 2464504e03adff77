// KindCards: where the hooks of a new source come from.
import { Icon, type IconName } from '../../../kit/display/icons.tsx';
import type { SourceKind } from './locations.ts';

type Kind = { kind: SourceKind; icon: IconName; title: string; text: string };

const kinds: readonly Kind[] = [
  { kind: 'youtube', icon: 'play', title: 'YouTube', text: 'Channels, searches and charts. Needs a free API key.' },
  {
    kind: 'yt-dlp',
    icon: 'export',
    title: 'TikTok, Instagram and others',
    text: 'Profiles, hashtags and playlists. Needs yt-dlp on the server.',
  },
  { kind: 'apify', icon: 'label', title: 'Apify', text: 'The dataset of a scraper. Needs an Apify token.' },
  { kind: 'url', icon: 'code', title: 'URL or JSON API', text: 'A file or feed on the web, or an API of your own.' },
  { kind: 'file', icon: 'source', title: 'File or directory', text: 'On the server. Needs the operator key.' },
];

export const kindTitle = (wanted: SourceKind) => kinds.find(({ kind }) => kind === wanted)?.title ?? wanted;

export function KindCards({ onChoose }: { onChoose: (kind: SourceKind) => void }) {
  return (
    <div className="stack gap-3">
      <p className="text-muted">Where do the hooks come from?</p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {kinds.map(({ kind, icon, title, text }, index) => (
          <li key={kind}>
            <button
              type="button"
              ref={index === 0 ? focus : undefined}
              data-focus={index === 0 || undefined}
              onClick={() => onChoose(kind)}
              className="flex h-full w-full items-start gap-3 rounded-md border p-3 text-left transition-colors hover:border-strong hover:bg-sunken"
            >
              <Icon name={icon} className="mt-0.5 text-accent" />
              <span className="grid min-w-0 gap-0.5">
                <span className="font-medium">{title}</span>
                <span className="text-xs text-muted">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sets the focus after “Back” as well; the dialog sets it only when it opens. */
function focus(button: HTMLElement | null): void {
  button?.focus();
}
