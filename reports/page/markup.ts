import { htmlText } from '../escape.ts';

/** Markup that this code wrote. Text becomes markup only through `html`, which escapes it. */
export type Markup = { readonly markup: string };

type Part = Markup | readonly Markup[] | string | number | undefined;

/** Builds markup from a literal template: every interpolated string is escaped, markup and lists of it are taken as they are. */
export const html = (literal: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: literal.map((text, at) => text + textOf(parts[at])).join(''),
});

/** Markup that shows nothing. */
const nothing: Markup = { markup: '' };

/** Markup for a list that may be empty: nothing at all then, not even its heading. */
export const whereAny = <T>(items: readonly T[], build: (items: readonly T[]) => Markup): Markup =>
  items.length === 0 ? nothing : build(items);

/** A link where the address is one of the web, and the bare text where it is anything else: an adapter may name any string. */
export const webLink = (address: string, text: string): Markup =>
  /^https?:\/\//i.test(address) ? html`<a href="${address}" rel="noopener noreferrer">${text}</a>` : html`${text}`;

const textOf = (part: Part): string => {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return htmlText(String(part));
  if ('markup' in part) return part.markup;
  return part.map(({ markup }) => markup).join('');
};
