// Fields of sources that are downloaded: datasets of Apify, and URLs with their mapping, request and full snapshot.
import { useState } from 'react';
import type { OperatorValues, Source } from '../../../api/openapi.ts';
import { Banner } from '../../../kit/display/banner.tsx';
import { SelectField, TextArea, TextField } from '../../../kit/forms/field.tsx';
import type { FormValues } from '../../../kit/forms/form.tsx';
import { Checkbox } from '../../../kit/forms/toggle.tsx';
import { presetName } from '../../bulk/hook-state.ts';
import { MappingFields, readMapping } from '../../imports/mapping-fields.tsx';
import type { SourceBody } from '../source-client.ts';
import { fromHeaders, toApifyLocation, toHeaders } from './locations.ts';

type FieldsProps = { initial: Source | undefined; values: OperatorValues };

const apifyRequest = { headers: { Authorization: 'Bearer $secret:apify' } };

export function ApifyFields({ initial, values }: FieldsProps) {
  const presets = values.presets.map(({ name }) => name).filter((name) => /apify|tiktok|instagram/.test(name));
  return (
    <>
      <TextField
        name="location"
        label="Dataset"
        hint="The link of a dataset or of a task’s last run in the API tab of Apify, or the ID of a dataset"
        placeholder="https://api.apify.com/v2/actor-tasks/…/runs/last/dataset/items"
        defaultValue={initial?.location}
        spellCheck={false}
      />
      <SelectField
        name="preset"
        label="Contents"
        options={presets.map((value) => ({ value, label: presetName(value) }))}
        defaultValue={initial?.preset ?? presets.find((name) => name.startsWith('apify'))}
      />
    </>
  );
}

export function readApify(input: FormValues): SourceBody {
  const location = toApifyLocation(input.text('location') ?? '');
  return { location, preset: input.text('preset') ?? null, request: apifyRequest };
}

export function UrlFields({ initial, values }: FieldsProps) {
  const [isSnapshot, setSnapshot] = useState(initial?.snapshot ?? false);
  const request = initial?.request;
  return (
    <>
      <TextField
        name="location"
        label="Location"
        hint="An https:// URL of a file, a Google Sheet or a JSON API"
        placeholder="https://example.com/hooks.jsonl"
        defaultValue={initial?.location}
        spellCheck={false}
      />
      <MappingFields values={values} initial={initial} />
      <details open={!!request || undefined} className="rounded-md border p-3">
        <summary className="w-fit rounded-sm font-medium">Headers, body and further pages</summary>
        <div className="stack gap-4 pt-3">
          <TextArea
            name="request/headers"
            label="Headers"
            hint="One per line. Write $secret:name instead of a secret; you enter the secret next."
            placeholder="Authorization: Bearer $secret:name"
            rows={2}
            defaultValue={fromHeaders(request?.headers)}
            spellCheck={false}
            mono
          />
          <TextArea
            name="request/body"
            label="Body"
            hint="JSON. With a body, the request is a POST."
            rows={2}
            defaultValue={request?.body}
            spellCheck={false}
            mono
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              name="request/next"
              label="Next page"
              hint="Path to the cursor or URL in the response"
              placeholder="next_cursor"
              defaultValue={request?.next}
              spellCheck={false}
            />
            <TextField
              name="request/next_as"
              label="Sent as"
              hint="Name of the parameter, if it differs from the field"
              defaultValue={request?.next_as}
              spellCheck={false}
            />
            <TextField
              name="request/page"
              label="Page number"
              hint="Parameter that counts pages from 1"
              placeholder="page"
              defaultValue={request?.page}
              spellCheck={false}
            />
          </div>
        </div>
      </details>
      <Checkbox
        name="snapshot"
        label="The source is always the complete list"
        hint="Retires hooks that it no longer has, and restores them when they are back."
        checked={isSnapshot}
        onChange={setSnapshot}
      />
      {isSnapshot && (
        <>
          <Banner title="Clients get 410 for missing hooks">
            A run that would retire 10 or more hooks and over half of the source fails instead.
          </Banner>
          <Checkbox name="allow_shrink" label="Allow retiring more than half" defaultChecked={initial?.allow_shrink} />
        </>
      )}
    </>
  );
}

export function readUrl(input: FormValues): SourceBody {
  const { preset, format, records, records_of, map, set } = readMapping(input);
  return {
    location: input.text('location') ?? '',
    preset,
    format: format as Source['format'],
    records,
    records_of,
    map: [...map],
    set: [...set],
    request: readRequest(input),
    snapshot: input.checked('snapshot'),
    allow_shrink: input.checked('allow_shrink'),
  };
}

function readRequest(input: FormValues): Source['request'] {
  const headers = toHeaders(input.text('request/headers') ?? '');
  const names = ['body', 'next', 'next_as', 'page'] as const;
  const texts = names.flatMap((name) => {
    const text = input.text(`request/${name}`);
    return text === undefined ? [] : [[name, text]];
  });
  return headers || texts.length > 0 ? { ...(headers ? { headers } : {}), ...Object.fromEntries(texts) } : null;
}
