import type { ComponentChildren } from 'preact';
import { badgeOf, type Result } from '../../verdict-words.ts';

/** A verdict by glyph, word, colour and border: never by colour alone. */
export const Badge = ({ result }: { readonly result: Result }) => {
  const { glyph, word, tone } = badgeOf(result);
  return (
    <span class={`badge ${tone}`}>
      {glyph} {word}
    </span>
  );
};

/** A link where the address is one of the web, and the bare text where it is anything else: an adapter may name any string. */
export const WebLink = ({ to, children }: { readonly to: string; readonly children: ComponentChildren }) =>
  /^https?:\/\//i.test(to) ? (
    <a href={to} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
