import type { ScriptLine } from '../../model/vocabulary.ts';

/** Every command of a script is one of its own: a runtime answers a key that it knows as before. */
export const keyed = (script: readonly ScriptLine[]): readonly ScriptLine[] =>
  script.map((line, n) =>
    line.say === 'race'
      ? { ...line, commands: line.commands.map((command, at) => ({ ...command, key: `line-${n + 1}-${at + 1}` })) }
      : { ...line, command: { ...line.command, key: `line-${n + 1}` } },
  );
