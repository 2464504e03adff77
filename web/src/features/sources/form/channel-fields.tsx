// Fields of collectors: channels, searches and charts of YouTube; links for yt-dlp; which of their videos are collected.

import { NumberField, SelectField, TextArea, TextField } from '../../../kit/forms/field.tsx';
import type { FormValues } from '../../../kit/forms/form.tsx';
import type { SourceBody } from '../source-client.ts';
import { fromYouTubeLocation, fromYtDlpLocation, toYouTubeLocation, toYtDlpLocation } from './locations.ts';

type Initial = Pick<SourceBody, 'location' | 'collect'>;

export function YouTubeFields({ initial: { location = '', collect } }: { initial: Initial }) {
  const lines = fromYouTubeLocation(location);
  return (
    <>
      <TextArea
        name="location"
        label="Channels"
        hint="One per line: @handle, channel ID or link. A run uses about 2 units per channel; YouTube gives you 10,000 a day."
        placeholder="@handle"
        defaultValue={lines.channels}
        spellCheck={false}
        mono
      />
      <details open={!!(lines.searches || lines.popular) || undefined} className="rounded-md border p-3">
        <summary className="w-fit rounded-sm font-medium">Searches and charts</summary>
        <div className="stack gap-4 pt-3">
          <TextArea
            name="searches"
            label="Searches"
            hint="One per line. YouTube allows 100 searches a day for all sources."
            placeholder="personal finance"
            rows={2}
            defaultValue={lines.searches}
          />
          <TextField
            name="popular"
            label="Most popular in"
            hint="Country codes. These charts have few short videos."
            placeholder="US DE"
            defaultValue={lines.popular}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="collect/language"
              label="Language of searches"
              placeholder="en"
              defaultValue={collect?.language}
            />
            <TextField
              name="collect/region"
              label="Country of searches"
              placeholder="US"
              defaultValue={collect?.region}
            />
          </div>
        </div>
      </details>
      <VideoFields collect={collect} />
    </>
  );
}

export function YtDlpFields({ initial: { location = '', collect } }: { initial: Initial }) {
  return (
    <>
      <TextArea
        name="location"
        label="Links"
        hint="One per line: profiles, hashtags, playlists or channels of any site that yt-dlp reads. Only metadata and captions are downloaded."
        placeholder="https://www.tiktok.com/@name"
        defaultValue={fromYtDlpLocation(location)}
        spellCheck={false}
        mono
      />
      <VideoFields collect={collect} />
    </>
  );
}

function VideoFields({ collect }: Pick<Initial, 'collect'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <NumberField
        name="collect/max_seconds"
        label="Longest video"
        hint="In seconds. Leave empty for any length."
        min={1}
        defaultValue={collect?.max_seconds === null ? '' : (collect?.max_seconds ?? 180)}
      />
      <SelectField
        name="collect/orientation"
        label="Orientation"
        options={[
          { value: 'vertical', label: 'Vertical or square' },
          { value: 'any', label: 'Any' },
        ]}
        defaultValue={collect?.orientation ?? 'vertical'}
      />
      <NumberField
        name="collect/max_videos"
        label="Newest videos"
        hint="Maximum videos per link, channel or search."
        min={1}
        max={20_000}
        placeholder="1000"
        defaultValue={collect?.max_videos ?? ''}
      />
    </div>
  );
}

export function readYouTube(input: FormValues): SourceBody {
  const text = (name: string) => input.text(name) ?? '';
  const location = toYouTubeLocation({
    channels: text('location'),
    searches: text('searches'),
    popular: text('popular'),
  });
  return { location, collect: readCollect(input) };
}

export function readYtDlp(input: FormValues): SourceBody {
  return { location: toYtDlpLocation(input.text('location') ?? ''), collect: readCollect(input) };
}

function readCollect(input: FormValues): NonNullable<SourceBody['collect']> {
  const optional = {
    max_videos: input.number('collect/max_videos'),
    language: input.text('collect/language'),
    region: input.text('collect/region')?.toUpperCase(),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return {
    max_seconds: input.number('collect/max_seconds') ?? null,
    orientation: input.text('collect/orientation') === 'any' ? 'any' : 'vertical',
    ...Object.fromEntries(given),
  };
}
