import { plain } from '../reports/index.ts';
import { type ReadCounterexample, UsageError } from '../scenarios/index.ts';
import { isBuiltIn } from './targets.ts';

/** The address that a counterexample's plan runs on. A file never makes killpoint run code: what is not built in comes only from `against`. */
export const addressFor = ({ target }: ReadCounterexample, against: string | undefined): string => {
  if (against !== undefined) return against;
  if (isBuiltIn(target)) return target;
  throw new UsageError(
    `this counterexample is about '${plain(target)}', which is no built-in target. A file never makes killpoint run code: name the target with --against`,
  );
};
