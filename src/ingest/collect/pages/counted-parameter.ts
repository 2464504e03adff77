// Parameter of a JSON API that counts pages or records.
/** A member of a JSON body or a parameter of the query. Numbers are strings too, since they may exceed 2^53. */
export type Parameter = { name: string; value: string; isNumber: boolean };

/** `page`, `page=0`, or `offset=0+100`: the name, the first value, and the increment per page. */
export const countedParameter = /^([^=+\s]{1,100})(?:=(\d{1,9})(?:\+(\d{1,6}))?)?$/;

/** The parameter for the page after `pagesBefore` others. */
export function counted(page: string, pagesBefore: number): Parameter {
  const [, name = page, first = '1', step = '1'] = countedParameter.exec(page) ?? [];
  return { name, value: String(Number(first) + pagesBefore * Number(step)), isNumber: true };
}
