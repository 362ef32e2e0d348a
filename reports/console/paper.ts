import type pc from 'picocolors';
import type { Tone } from '../verdict-words.ts';

/** What the parts of the console report write on. `wrap` breaks text into lines of the width or a lesser one, all indented alike. */
export type Paper = {
  readonly colours: ReturnType<typeof pc.createColors>;
  readonly width: number;
  /** The first line at the margin and the others not: text from outside can begin no line that looks like one of ours. */
  readonly hang: (text: string) => readonly string[];
  readonly wrap: (text: string, indent?: number, width?: number) => readonly string[];
};

/** The colour of a verdict. Sixteen colours only: a terminal's own theme decides what they look like. */
export const painted = ({ colours }: Paper, tone: Tone, text: string): string => {
  switch (tone) {
    case 'good':
      return colours.green(text);
    case 'broken':
      return colours.red(text);
    case 'undocumented':
    case 'open':
      return colours.yellow(text);
    case 'absent':
      return colours.dim(text);
    default:
      return tone satisfies never;
  }
};
