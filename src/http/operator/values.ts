// /operator/values and /operator/taxonomy: values for the forms of the console, and additions by operators. An operator has no account, so
// /taxonomy is not available.
import { z } from 'zod';
import { relabelInput, relabelReportSchema } from '../../catalog/curation/relabel/relabel.ts';
import { readLabelsReport } from '../../catalog/labelling/report/report.ts';
import { labelsReportSchema } from '../../catalog/labelling/report/report-schema.ts';
import { trainingReportSchema, trainNow } from '../../catalog/labelling/training/actions.ts';
import { ownValueInput, ownValueSchema, putOwnValue, removeOwnValue } from '../../catalog/unknown-values/own-values.ts';
import {
  givenValueSchema,
  listGivenValues,
  mapValue,
  mapValueInput,
} from '../../catalog/unknown-values/unknown-values.ts';
import { selectOwnValues } from '../../catalog/values/store.ts';
import {
  approvePlatform,
  listPlatforms,
  platformInput,
  platformSchema,
  withdrawPlatform,
} from '../../catalog/values/values.ts';
import { fields } from '../../ingest/mapping/mapping.ts';
import { findPreset, presetNames } from '../../ingest/mapping/presets.ts';
import { taxonomy } from '../../taxonomy/taxonomy.ts';
import type { Term } from '../../taxonomy/term.ts';
import { announceHooksWith } from '../../webhooks/events/announce.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import type { Services } from '../services.ts';

const values = z.array(z.object({ id: z.string(), name: z.string(), description: z.string() }));
const operatorValuesSchema = z
  .object({
    archetype: values,
    emotional_trigger: values,
    niche: values,
    format: values,
    platform: values,
    fields: z.array(z.string()).meta({ description: 'What a column of a file can be mapped to' }),
    presets: z
      .array(z.object({ name: z.string(), source: z.string().nullable() }))
      .meta({ description: '`source` is the name of the source if the import does not set one' }),
    update_every: z.string().meta({ description: 'How often a source without an interval runs' }),
    preview_bytes: z.number().int().meta({ description: 'How much of a file the preview of its import reads' }),
  })
  .meta({ id: 'OperatorValues', description: 'Values of labels, fields of a mapping, and mapping presets' });

const showTerms = (set: readonly Term[]) => set.map(({ id, name, description }) => ({ id, name, description }));

const operatorValues = () => ({
  archetype: showTerms(taxonomy.archetype),
  emotional_trigger: showTerms(taxonomy.emotional_trigger),
  niche: showTerms(taxonomy.niche),
  format: showTerms(taxonomy.format),
  platform: showTerms(taxonomy.platform),
  fields: [...fields],
  presets: presetNames.map((name) => ({ name, source: findPreset(name)?.defaultSource ?? null })),
});

const givenValuesSchema = z
  .object({ values: z.array(givenValueSchema) })
  .meta({ id: 'GivenValues', description: 'Values of records that are not in the taxonomy, the most frequent first' });
const valueParameters = z.object({
  state: z.enum(['unknown', 'mapped'], { error: 'state is unknown or mapped.' }).optional().meta({
    description: 'Values of records outside the taxonomy instead: `unknown` ones, or decisions about them',
  }),
  source: z.string().optional().meta({ description: 'Only this source' }),
});

export function operatorValueEndpoints(services: Services): ClientEndpoint[] {
  const { config, limits } = services;
  const deps = { announce: announceHooksWith(limits), labelFloors: config.labelFloors };
  return [
    operatorEndpoint({
      permission: 'read',
      path: '/operator/values',
      summary: 'Get values',
      description:
        'Values of labels, fields of a mapping, and mapping presets. With `state`: values of records that are not in the taxonomy.',
      query: valueParameters,
      response: z.union([operatorValuesSchema, givenValuesSchema]),
      handler: async ({ query: { state, source } }) =>
        state
          ? { values: await listGivenValues(services, { state, source }) }
          : { ...operatorValues(), update_every: config.updateEvery, preview_bytes: config.limits.previewBytes },
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'PUT',
      path: '/operator/values',
      summary: 'Map value',
      description:
        'Maps a value outside the taxonomy. Records that have it get the label and are published if nothing else blocks them; imports map it from now on. Another decision about the value replaces this one.',
      requiresBody: true,
      body: mapValueInput,
      response: givenValueSchema,
      handler: (request) => mapValue({ ...contextOf(services, request), ...deps }, request.body),
    }),
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/taxonomy',
      summary: 'List own values',
      description: 'Niches and archetypes that operators added to the taxonomy.',
      response: z.object({ values: z.array(ownValueSchema) }),
      handler: async () => ({ values: await selectOwnValues(services.db) }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'PUT',
      path: '/operator/taxonomy',
      summary: 'Add own value',
      description:
        'Adds a niche or an archetype to the taxonomy, or replaces the one of the same name. Records with this value get it.',
      requiresBody: true,
      body: ownValueInput,
      response: ownValueSchema,
      handler: (request) => putOwnValue({ ...contextOf(services, request), ...deps }, request.body),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'DELETE',
      path: '/operator/taxonomy/:kind/:id',
      summary: 'Remove own value',
      description: 'Removes a niche or an archetype that an operator added. Refused while a hook has it.',
      response: ownValueSchema,
      handler: (request) => removeOwnValue(contextOf(services, request), request.params),
    }),
  ];
}

// /operator/platforms: platforms outside of the taxonomy, which operators approve.

export function operatorPlatformEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/platforms',
      summary: 'List platforms',
      description: 'Approved platforms, and names of other platforms in files.',
      response: z.object({ platforms: z.array(platformSchema) }),
      handler: async () => ({ platforms: await listPlatforms(services.db) }),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/platforms',
      summary: 'Approve platform',
      description: 'Approves a platform. Hooks whose files have this name get it.',
      requiresBody: true,
      body: platformInput,
      status: 201,
      response: platformSchema,
      handler: (request) => approvePlatform(contextOf(services, request), request.body),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'DELETE',
      path: '/operator/platforms/:name',
      summary: 'Withdraw platform',
      description: 'Withdraws a platform. Its hooks get Other again.',
      response: platformSchema,
      handler: (request) => withdrawPlatform(contextOf(services, request), request.params),
    }),
  ];
}

// /operator/labels: guessed labels.

export function labelEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'catalog',
      path: '/operator/labels/report',
      summary: 'Get labels report',
      description:
        'Label quality: agreement with curators, reliability, models, and the pending hooks that would help most.',
      response: labelsReportSchema,
      handler: () => readLabelsReport(services),
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/labels/run',
      summary: 'Relabel hooks',
      description:
        'Guesses the labels of published hooks again, as one catalog version, or previews it. Labels from a source or a curator stay, and so do hooks edited by a curator. `POST /operator/edits/{id}/undo` undoes it. It takes about 20 s for 200,000 hooks, and completes even if the connection is lost; `GET /operator/edits` then lists it.',
      body: relabelInput,
      requiresBody: true,
      response: relabelReportSchema,
      handler: async (request) => {
        const report = await services.relabel(request.body, request.actor());
        if (report.edit_id !== null) await services.refresh.catalog();
        return report;
      },
    }),
    operatorEndpoint({
      permission: 'catalog',
      method: 'POST',
      path: '/operator/labels/train',
      summary: 'Train labels',
      description:
        'Trains a model of labels now. Waits up to 20 s. Imports and decisions of curators start trainings automatically.',
      response: trainingReportSchema,
      handler: (request) => trainNow(contextOf(services, request)),
    }),
  ];
}
