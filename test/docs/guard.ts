import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountOf } from '../../model/account.ts';
import { historySchema } from '../../model/vocabulary.ts';

/**
 * What the page of a run says in its panel "As the specification reads it" at the first event that is refused, of its first counterexample,
 * a line for each row. The page draws it from the same account; test/page sees that it does.
 */
export const guardShownIn = (folder: string): string => {
  const [file = ''] = readdirSync(join(folder, 'counterexamples')).toSorted();
  const { history } = JSON.parse(readFileSync(join(folder, 'counterexamples', file), 'utf8'));
  const { first } = accountOf(historySchema.parse(history));
  if (first === undefined) return 'nothing is refused';
  const { words, command, entity, state, guard, refusal, operands } = first;
  return [
    `Refused here: ${words}`,
    `command: ${command}`,
    `${entity}: ${state}`,
    guard === undefined ? `reason: ${refusal}` : `guard: ${guard}: ${refusal}`,
    ...operands.map(({ name, value, seq }) => `${name}: ${value}${seq === undefined ? '' : ` (#${seq})`}`),
  ].join('\n');
};
