import type { Report } from '../model/vocabulary.ts';
import type { Histories } from './account.ts';
import { cleaned, plain } from './escape.ts';
import { coverage } from './page/coverage.ts';
import { framed } from './page/frame.ts';
import { headline } from './page/headline.ts';
import { html } from './page/markup.ts';
import { requirements } from './page/requirements.ts';
import { surroundings } from './page/surroundings.ts';
import { targetWords } from './verdict-words.ts';

/**
 * `hash` gives the SHA-256 of a text's UTF-8 bytes in base64: the page's policy admits its own style by it and nothing else.
 * `folder` is where the report lies, as its reader would type it: replay commands start from it.
 */
export type PageOptions = {
  readonly hash: (text: string) => string;
  readonly histories?: Histories;
  readonly folder?: string;
};

/** A report as one file that opens without a network. It holds no script: it folds with `details` and follows the reader's theme. */
export const htmlReport = (report: Report, options: PageOptions): string => {
  const safe = cleaned(report, plain);
  const at = { histories: options.histories ?? new Map(), folder: options.folder ?? '.killpoint', clean: plain };
  return framed(
    {
      title: targetWords(safe.target),
      top: html`<span class="mono soft">${safe.target.address}</span>`,
      hash: options.hash,
    },
    html`${headline(safe)}
${requirements(safe, at)}
${coverage(safe)}
${surroundings(safe)}`,
  );
};
