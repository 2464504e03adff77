// Changes the speaker of an English line: I, we or you.

export const persons = ['I', 'we', 'you'] as const;
export type Person = (typeof persons)[number];

/** Forms in the order of `persons`. `you` is both subject and object, so its position decides. */
const forms =
  `i am/we are/you are, i'm/we're/you're, i was/we were/you were, i wasn't/we weren't/you weren't, am i/are we/are you,
  was i/were we/were you, i've/we've/you've, i'll/we'll/you'll, i'd/we'd/you'd, myself/ourselves/yourself, my/our/your,
  mine/ours/yours, i/we/you, me/us/you`
    .split(/,\s+/)
    .map((row) => row.split('/'));

/** After these, `you` is an object: `for you`, `tell you`. */
const beforeObject =
  /\b(?:about|after|against|around|at|before|behind|between|by|for|from|in|into|like|of|on|over|than|through|to|toward|with|without|behind|ask|bring|buy|cost|costs|find|get|gets|give|gives|help|helps|hold|keep|keeps|let|lets|make|makes|need|needs|save|saves|see|send|show|shows|take|teach|tell|tells|telling|took|taught|told|want|wants|works?|watch|yourself)\s+$/i;

/**
 * Returns the line with this person as its speaker; the line itself if it already has it, or has no speaker. Returns undefined if the line
 * has both you and I or we, since `you` would then be two people.
 */
export function speakAs(line: string, person: Person): string | undefined {
  const speakers = persons.filter((one) => one !== 'you' && patternOf(one).test(line));
  if (person === 'you' && speakers.length > 0 && patternOf('you').test(line)) return undefined;
  const sources: readonly Person[] = speakers.length > 0 ? speakers : ['you'];
  return sources.filter((one) => one !== person).reduce((text, from) => replaceForms(text, from, person), line);
}

function patternOf(person: Person, flags = 'i'): RegExp {
  const at = persons.indexOf(person);
  const words = forms.map((row) => row[at] ?? '').sort((a, b) => b.length - a.length);
  // Matches both kinds of apostrophes; US in capitals is not `us`.
  const any = words.join('|').replaceAll("'", "['’]");
  return new RegExp(`(?<![\\p{L}\\p{N}'’])(?:${any})(?![\\p{L}\\p{N}]|['’]\\p{L})`, `u${flags}`);
}

function replaceForms(line: string, from: Person, to: Person): string {
  const [source, target] = [persons.indexOf(from), persons.indexOf(to)];
  return line.replace(patternOf(from, 'gi'), (found, at: number) => {
    if (found === 'US') return found;
    const plain = found.toLowerCase().replaceAll('’', "'");
    const before = line.slice(0, at);
    const isObject = plain === 'you' && beforeObject.test(before);
    const form = (isObject ? forms.at(-1) : forms.find((one) => one[source] === plain))?.[target] ?? found;
    const styled = found.includes('’') ? form.replaceAll("'", '’') : form;
    if (line === line.toUpperCase()) return styled.toUpperCase();
    const isFirst = /(?:^|[.!?…]["”’)]*\s+)["“(]*$/u.test(before);
    const shown = styled.replace(/\bi\b/, 'I');
    return isFirst ? shown.charAt(0).toUpperCase() + shown.slice(1) : shown;
  });
}
