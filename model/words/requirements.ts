import type { Duty, LeftTo, Level } from '../vocabulary.ts';

/** What reaching each level says of a runtime, in a word or two. */
export const levelWords: Readonly<Record<Level, string>> = {
  1: 'recovers',
  2: 'fenced',
  3: 'governed',
  4: 'full lifecycle',
};

/** Whose a requirement is. */
export const dutyWords: Readonly<Record<Duty, string>> = {
  runtime: "the runtime's duty",
  application: "the application's duty",
  shared: 'a shared duty',
};

/** Whose it is where the runtime leaves that to the application. */
export const followedWords: Readonly<Record<LeftTo, string>> = {
  keyBuiltBy: "the application's where it builds the key",
  recoveryBy: "the application's where it finds lost runs and takes them up again",
};
