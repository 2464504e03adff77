// Settings of a source that need checks: its mapping and its location.
import { type Fault, fail, HooklineError } from '../../lib/errors.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { toPairs } from '../mapping/mapping-input.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import {
  findLocationProblem,
  type LocationKind,
  type LocationRules,
  type ParsedLocation,
  presetOf,
} from './location.ts';
import type { GivenMapping, UpdateSourceInput } from './source.ts';

/** Null in `input` removes a part. The order of the parts is fixed, so that mappings can be compared as JSON. */
export function mergeMapping(
  stored: GivenMapping,
  { map, set, ...texts }: Pick<UpdateSourceInput, keyof GivenMapping>,
): GivenMapping {
  const merged: GivenMapping = {};
  const input: { [part in keyof GivenMapping]?: GivenMapping[part] | null } = {
    ...texts,
    map: map && toPairs(map),
    set: set && toPairs(set),
  };
  const pick = <P extends keyof GivenMapping>(part: P) => {
    const value = input[part] === undefined ? stored[part] : input[part];
    if (value !== undefined && value !== null) merged[part] = value;
  };
  pick('preset');
  pick('map');
  pick('set');
  pick('records');
  pick('records_of');
  return merged;
}

/** The mapping of a source, with the preset of its kind where it names none. Throws what resolveMapping() does. */
export function mappingOf(kind: LocationKind, given: GivenMapping): Mapping {
  const preset = given.preset ?? presetOf[kind];
  return resolveMapping(preset === undefined ? given : { ...given, preset });
}

/** Throws `invalid_body` with pointers instead of `invalid_parameter`. */
export function checkMapping(kind: LocationKind, given: GivenMapping): Mapping {
  try {
    return mappingOf(kind, given);
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error;
    const errors = error.extras.errors?.map(
      ({ parameter, ...rest }): Fault => ({ pointer: `#/${parameter}`, ...rest }),
    );
    return fail('invalid_body', error.message, { errors });
  }
}

/** A collector brings what is new, so what it does not bring is not gone. */
export function checkSnapshot(kind: LocationKind, isSnapshot: boolean): void {
  if (!isSnapshot || (kind !== 'youtube' && kind !== 'yt-dlp')) return;
  const detail = `A source of ${kind} cannot be a snapshot: each run collects only new videos.`;
  fail('invalid_body', detail, { errors: [{ pointer: '#/snapshot', detail }] });
}

export async function checkLocation(rules: LocationRules, location: ParsedLocation, mapping: Mapping): Promise<void> {
  const problem = await findLocationProblem(location, mapping, rules);
  if (problem) fail('invalid_body', problem, { errors: [{ pointer: '#/location', detail: problem }] });
}
