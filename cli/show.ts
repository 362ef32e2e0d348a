import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requirements } from '../model/index.ts';
import { textTrace } from '../reports/index.ts';
import { readCounterexample, readHistory, UsageError } from '../scenarios/index.ts';
import { hasColour } from './reporters.ts';

/** Shows a counterexample, a saved history, or every counterexample of a run's folder, as readable traces. */
export const showText = async (place: string): Promise<string> => {
  if (!existsSync(place)) throw new UsageError(`there is nothing at ${place}; a run writes its folder to .killpoint`);
  if (!(await stat(place)).isDirectory()) return traceOf(place);
  const folder = join(place, 'counterexamples');
  const files = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.json')).sort() : [];
  if (files.length === 0) return `no counterexamples in ${place}: its last run failed nothing`;
  const traces = await Promise.all(files.map((name) => traceOf(join(folder, name))));
  return traces.join('\n\n');
};

const traceOf = async (file: string): Promise<string> => {
  const options = { colour: hasColour(), width: process.stdout.columns ?? 100 };
  if (file.endsWith('.jsonl')) return textTrace(await readHistory(file), options);
  const { history, requirement, message, evidence } = await readCounterexample(file);
  const statement = requirements.find(({ id }) => id === requirement)?.statement ?? '';
  return textTrace(history, { ...options, broken: { requirement, statement, message, evidence } });
};
