import { type Script, scriptOf } from './make.ts';
import { two } from './programs.ts';
import { runOf } from './words.ts';

const { launch, claim, attempt } = runOf(two);
const only = attempt(1);

/** Words about an attempt that was taken for stuck, and was done before they came. */
export const rescues: readonly Script[] = [
  scriptOf({
    id: 'script/rescue-of-what-is-done',
    program: two,
    lines: [
      launch(),
      claim(),
      only.start(),
      only.commit('draft', { revision: 0, value: 'a draft' }),
      only.commit('look-up', { revision: 1, value: 'found' }),
      only.finish(),
      only.expire(),
      only.reportLost(),
      only.revoke(),
      claim(),
    ],
    settings: { leaseMs: 60_000 },
    exercises: ['attempt.terminal-is-final/late-report'],
  }),
];
