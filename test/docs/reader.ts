import { join } from 'node:path';
import { requirements } from '../../model/index.ts';
import { baselineSchema } from '../../model/vocabulary.ts';
import { type Block, differenceFrom, type Typed, typedIn } from './blocks.ts';
import { guardShownIn } from './guard.ts';
import type { Ended, Typist } from './typist.ts';
import { inputsUsed, strangeInputs, unrunBecause } from './unrun.ts';

/** Reads the blocks of a page from the top to the end and does what they say. */
export class Reader {
  readonly #typist: Typist;
  readonly #page: string;
  /** What the commands of the last shell block wrote, where any was run. */
  #came: string | undefined;

  constructor(typist: Typist, page: string) {
    this.#typist = typist;
    this.#page = page;
  }

  /** Does what a block says, or holds it against what came. Returns what is wrong with it. */
  async read(block: Block): Promise<string | undefined> {
    const { language, file, text } = block;
    if (file !== undefined) this.#typist.write(file, text);
    switch (language) {
      case 'sh':
        return this.#type(typedIn(text));
      case 'text':
        return this.#compare(block);
      case 'json':
        return this.#parse(block);
      case 'ts':
        return file === undefined ? 'it names no file, so that no command can run it' : undefined;
      case 'yaml':
        return workflowFault(text);
      default:
        return `nothing checks a block of ${language}`;
    }
  }

  async #type(lines: readonly Typed[]): Promise<string | undefined> {
    this.#came = undefined;
    for (const { command, exits } of lines) {
      if (unrunBecause(this.#page, command) !== undefined) continue;
      const ended = await this.#typist.type(command);
      if (ended.code !== exits) return wrongEnd(command, exits, ended);
      this.#came = `${this.#came ?? ''}${ended.stdout}`;
    }
    return undefined;
  }
  #compare({ text, shows }: Block): string | undefined {
    if (shows === 'guard') return differenceFrom(text, guardShownIn(join(this.#typist.folder, '.killpoint')));
    return this.#came === undefined ? 'there is no command before it that was run' : differenceFrom(text, this.#came);
  }
  #parse({ text, shows }: Block): string | undefined {
    const value = jsonOf(text);
    if (value === undefined) return 'it is no JSON';
    if (shows === 'answer')
      return JSON.stringify(value) === JSON.stringify(jsonOf(this.#came ?? ''))
        ? undefined
        : `what came is\n${this.#came}`;
    return baselineFault(value);
  }
}

const wrongEnd = (command: string, exits: number, { code, stdout, stderr }: Ended): string =>
  `${command}\nended with ${code}, not ${exits}\n${stdout}${stderr}`;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Each block of JSON that is no answer is a baseline. */
const baselineFault = (value: unknown): string | undefined => {
  const parsed = baselineSchema.safeParse(value);
  if (!parsed.success) return `it is no baseline: ${parsed.error.message}`;
  const { failing, flaky, unsupported } = parsed.data;
  const strange = [...failing, ...flaky, ...unsupported].filter(
    (entry) => !requirements.some(({ id }) => id === entry.requirement),
  );
  return strange.length === 0
    ? undefined
    : `there is no requirement ${strange.map((entry) => entry.requirement).join(', ')}`;
};

const workflowFault = (text: string): string | undefined => {
  if (inputsUsed(text).length === 0) return 'it gives our action no input';
  const strange = strangeInputs(text);
  return strange.length === 0 ? undefined : `the action has no input ${strange.join(', ')}`;
};
