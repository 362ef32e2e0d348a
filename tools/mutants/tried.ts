import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReference } from '../../adapters/reference/index.ts';
import { Judging, requirements } from '../../model/index.ts';
import type { Plan } from '../../model/vocabulary.ts';
import { Archive } from '../../scenarios/archive.ts';
import { openGround } from '../../scenarios/ground.ts';
import { quick, scenarios } from '../../scenarios/programs.ts';
import { Suite } from '../../scenarios/suite.ts';
import type { Mutant } from '../../sut/mutants/index.ts';
import type { Tried } from './record.ts';

/** Runs a mutant until its requirement fails, or to the end of the plans. One at a time: how many it takes must not depend on the machine. */
export const tried = async ({ id, fails: [purpose] }: Mutant): Promise<Tried> => {
  const folder = mkdtempSync(join(tmpdir(), 'killpoint-mutant-'));
  const own = requirements.filter((requirement) => requirement.id === purpose);
  const adapter = createReference({ mutant: id, isInProcess: true });
  const archive = new Archive(folder, adapter);
  await archive.prepare();
  const signal = new AbortController().signal;
  const ground = await openGround(adapter, { workers: 1, signal, folder });
  try {
    const suite = new Suite(
      {
        ...{ address: `mutant:${id}:in-process`, adapter, archive, signal, killpoint: '', workers: 1, isBrief: true },
        interruptions: 'quick',
        requirements: own,
        scenarios: quick(scenarios, own),
        onProgress: () => undefined,
      },
      ground,
    );
    await suite.run();
    const judging = new Judging(ground.subject, requirements);
    for (const one of suite.saved) judging.add({ history: await suite.historyOf(one), file: one.file });
    const fails = judging.verdicts().filter(({ status }) => status === 'fail');
    const killer = suite.saved.at(-1)?.plan;
    const isKilled = fails.some(({ requirement }) => requirement === purpose);
    return {
      mutant: id,
      plans: suite.saved.length,
      ...(isKilled && killer !== undefined ? { killedBy: killer.id, strategy: strategyOf(killer) } : {}),
      fails: fails.map(({ requirement }) => requirement).sort(),
    };
  } finally {
    await ground.close();
    await archive.tidy();
    rmSync(folder, { recursive: true, force: true });
  }
};

const strategyOf = ({ script, interventions }: Plan): Tried['strategy'] => {
  if (script !== undefined) return 'commands';
  return interventions.length === 0 ? 'undisturbed' : 'interrupted';
};
