import type { Companions, Json, Report } from '../model/vocabulary.ts';
import type { Histories } from './account.ts';
import { cleaned, plain, safeJson } from './escape.ts';
import { compacted } from './page/compact.ts';
import { pageDataOf } from './page/data.ts';
import { explorerStyle } from './page/explorer-style.ts';
import { framed } from './page/frame.ts';
import { html, type Markup, whereAny } from './page/markup.ts';
import { targetWords } from './verdict-words.ts';

/** The explorer as one script, as `tools/page.mjs` builds it. */
export type Explorer = { readonly script: string };

/**
 * `hash` gives the SHA-256 of a text's UTF-8 bytes in base64: the page's policy admits its own script and style by it and nothing else.
 * `companions` stand beside the counterexamples, by the paths of their files. `folder` is where the report lies, as its reader would type it: replay commands start from it.
 */
export type PageOptions = {
  readonly hash: (text: string) => string;
  readonly explorer: Explorer;
  readonly histories?: Histories;
  readonly companions?: ReadonlyMap<string, Companions>;
  readonly folder?: string;
};

/** A report with its histories as one file that opens without a network: data, which nothing executes, and the explorer that shows it. */
export const htmlReport = (report: Report, options: PageOptions): string => {
  const { hash, explorer, histories = new Map(), companions = new Map(), folder = '.killpoint' } = options;
  const { data, embedded } = pageDataOf(report, { histories, companions, folder });
  const safe = cleaned(report, plain);
  return framed(
    { title: targetWords(safe.target), hash, style: explorerStyle, script: explorer.script },
    html`${withoutScript(safe)}${dataElement('data', data)}${embedded.map((history, at) => dataElement(`history-${at}`, history))}`,
  );
};

/** JSON in which no markup can begin, in an element that is never executed. */
const dataElement = (id: string, value: unknown): Markup => {
  const json: Json = JSON.parse(JSON.stringify(value));
  return html`<script type="application/json" id="${id}">${{ markup: safeJson(compacted(json)) }}</script>
`;
};

/** What a reader sees who lets no script run: what failed, in words. */
const withoutScript = ({ target, results, exit }: Report): Markup => html`<noscript><main>
<h1>${targetWords(target)}</h1>
<p>This page shows its traces by a script that it brings along, and loads nothing. Without it only this is shown.</p>
<p>Exit ${exit.code}: ${exit.because}</p>
${whereAny(
  results.filter(({ status }) => status === 'fail'),
  (failing) =>
    html`<ul>${failing.map(({ requirement, message }) => html`<li><b>${requirement}</b>: ${message}</li>`)}</ul>`,
)}
</main></noscript>
`;
