/** Every name of a run's own contains the name of the run or of its slot, with the run's number. */
const own = /\b(run|slot)-(\d)/g;

/** Which run a name belongs to, from 0; none, if it is nobody's. */
export const groupOf = (name: string): number | undefined => {
  const [, , digit] = new RegExp(own.source).exec(name) ?? [];
  return digit === undefined ? undefined : Number(digit) - 1;
};

/** A text of one run without its number, so that it reads the same for each. Throws where it speaks of another run. */
export const shared = (text: string, group: number): string =>
  text.replaceAll(own, (name, word: string, digit: string) => {
    if (Number(digit) - 1 === group) return `${word}-#`;
    throw new Error(`Expected something of run ${group + 1} to name only that run, found ${name} in ${text}.`);
  });

/** The text of one run that a shared text stands for. */
export const named = (text: string, group: number): string => text.replaceAll(/\b(run|slot)-#/g, `$1-${group + 1}`);

/** A text in which each run has another's number: the n-th one's is `numbers[n]`. */
export const renumbered = (text: string, numbers: readonly number[]): string =>
  text.replaceAll(own, (name, word: string, digit: string) => {
    const number = numbers[Number(digit) - 1];
    return number === undefined ? name : `${word}-${number + 1}`;
  });
