// Settings of a source that need checks: its mapping and its location.
import { type Fault, fail, HooklineError } from '../../lib/errors.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { toPairs } from '../mapping/mapping-input.ts';
import { resolveMapping } from '../mapping/resolve-mapping.ts';
import { findLocationProblem, type LocationRules } from './location.ts';
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

/** Throws `invalid_body` with pointers instead of `invalid_parameter`. */
export function checkMapping(given: GivenMapping): Mapping {
  try {
    return resolveMapping(given);
  } catch (error) {
    if (!(error instanceof HooklineError)) throw error;
    const errors = error.extras.errors?.map(
      ({ parameter, ...rest }): Fault => ({ pointer: `#/${parameter}`, ...rest }),
    );
    return fail('invalid_body', error.message, { errors });
  }
}

export async function checkLocation(rules: LocationRules, location: string, mapping: Mapping): Promise<void> {
  const problem = await findLocationProblem(location, mapping, rules);
  if (problem) fail('invalid_body', problem, { errors: [{ pointer: '#/location', detail: problem }] });
}
