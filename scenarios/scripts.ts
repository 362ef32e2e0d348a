import type { RequirementId } from '../model/vocabulary.ts';
import { attempts } from './scripts/attempts.ts';
import { breaks } from './scripts/breaks.ts';
import { decisions } from './scripts/decisions.ts';
import { launches } from './scripts/launches.ts';
import type { Script } from './scripts/make.ts';
import { neighbours } from './scripts/neighbours.ts';
import { recoveries } from './scripts/recoveries.ts';
import { rescues } from './scripts/rescues.ts';
import { results } from './scripts/results.ts';
import { tenants } from './scripts/tenants.ts';

/** What only commands out of the usual course show, beside the reassignments. Adding a script is adding an entry to one of its parts. */
export const scripts: readonly Script[] = [
  ...launches,
  ...attempts,
  ...breaks,
  ...results,
  ...decisions,
  ...recoveries,
  ...tenants,
  ...neighbours,
  ...rescues,
];

/** Whether a script exercises a requirement, or some clause of it. */
export const isScripted = (id: RequirementId): boolean => scripts.some((script) => exercisesAny(script, new Set([id])));

/** The scripts that exercise any of these requirements. */
export const scriptsFor = (asked: ReadonlySet<RequirementId>): readonly Script[] =>
  scripts.filter((script) => exercisesAny(script, asked));

const exercisesAny = ({ exercises }: Script, asked: ReadonlySet<RequirementId>): boolean =>
  exercises.some((one) => asked.has(one.split('/')[0] ?? one));
