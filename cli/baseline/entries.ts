import type { Baseline, Report } from '../../model/vocabulary.ts';
import { matches } from '../globs.ts';

/** One requirement's row of a report. */
export type Result = Report['results'][number];

/** The entries that are about a target. */
export const entriesFor = ({ failing, flaky, unsupported, ...rest }: Baseline, address: string): Baseline => {
  const isAbout = ({ target }: { readonly target?: string }): boolean =>
    target === undefined || matches(target, address);
  return {
    ...rest,
    failing: failing.filter(isAbout),
    flaky: flaky.filter(isAbout),
    unsupported: unsupported.filter(isAbout),
  };
};

/** Whether an entry's day is over. */
export const isExpired = ({ expires }: { readonly expires?: string }, today: string): boolean =>
  expires !== undefined && expires < today;

/** The messages of a requirement's failing cases. */
export const failuresOf = ({ cases }: Pick<Result, 'cases'>): readonly string[] =>
  cases.filter(({ status }) => status === 'fail').map(({ message }) => message);

/** Whether a verdict changed when its plan was run again: a failure that did not come again, or a pass that did not. */
export const isUnsteady = ({ status, cases }: Pick<Result, 'status' | 'cases'>): boolean =>
  status === 'inconclusive' && cases.some((one) => one.status === 'fail' || isChanged(one));

const isChanged = ({ status, reproduced }: Result['cases'][number]): boolean =>
  status === 'inconclusive' && reproduced !== undefined;
