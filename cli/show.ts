import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requirements } from '../model/index.ts';
import { companionText, mermaidSequence, plain, textTrace } from '../reports/index.ts';
import { filesIn, readCounterexample, readHistory, UsageError } from '../scenarios/index.ts';
import { exitCodes } from './exit.ts';
import { servePage } from './page-server.ts';
import { hasColour } from './reporters.ts';
import { interruption } from './signals.ts';

/** The options of `killpoint show`, as they were parsed. */
export type ShowOptions = { readonly text: boolean; readonly mermaid: boolean };

/** Shows what a run left: its page to a browser until the user ends it, or its counterexamples as text. */
export const show = async (place: string, { text, mermaid }: ShowOptions): Promise<number> => {
  if (!existsSync(place)) throw new UsageError(`there is nothing at ${place}; a run writes its folder to .killpoint`);
  if (text || mermaid) {
    process.stdout.write(`${await eachOf(place, text ? traceOf : diagramOf)}\n`);
    return exitCodes.ok;
  }
  if (!(await stat(place)).isDirectory())
    throw new UsageError(`${place} is a file: show it with --text or --mermaid, or name the folder of its run`);
  const halt = interruption();
  const page = await servePage(place);
  process.stdout.write(`${page.address}\n`);
  process.stderr.write(`the page of ${plain(place)}, for this machine alone, until Ctrl-C\n`);
  await new Promise<void>((resolve) => halt.signal.addEventListener('abort', () => resolve(), { once: true }));
  await page.close();
  return exitCodes.ok;
};

/** A counterexample or a saved history, or every counterexample of a run's folder. */
const eachOf = async (place: string, showOne: (file: string) => Promise<string>): Promise<string> => {
  if (!(await stat(place)).isDirectory()) return showOne(place);
  const files = await filesIn(place, 'counterexamples');
  if (files.length === 0) return `no counterexamples in ${place}: its last run failed nothing`;
  const shown = await Promise.all(files.map((name) => showOne(join(place, name))));
  return shown.join('\n\n');
};

const traceOf = async (file: string): Promise<string> => {
  const options = { colour: hasColour(), width: process.stdout.columns ?? 100 };
  if (file.endsWith('.jsonl')) return textTrace(await readHistory(file), options);
  const { history, requirement, message, evidence, ...companions } = await readCounterexample(file);
  const statement = requirements.find(({ id }) => id === requirement)?.statement ?? '';
  const trace = textTrace(history, { ...options, broken: { requirement, statement, message, evidence } });
  return [trace, ...companionText(companions, { history, evidence })].join('\n');
};

/** As it can be pasted into an issue. */
const diagramOf = async (file: string): Promise<string> => {
  if (file.endsWith('.jsonl')) return fenced(mermaidSequence(await readHistory(file)));
  const { history, evidence } = await readCounterexample(file);
  return fenced(mermaidSequence(history, { evidence }));
};

const fenced = (diagram: string): string => `\`\`\`mermaid\n${diagram}\n\`\`\``;
