import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleaned, htmlText, plain, safeJson, shellWord, terminalText, xmlText } from '../../reports/escape.ts';
import { hostileStrings } from './hostile.ts';

/** Strings that are likely to hold what hurts, cut and joined in every way. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...hostileStrings),
      fc.constantFrom('\u001b', '[', ']', '\u009b', '\u0007', '\\', '\u202e', '\ud800', '\u2028', '<', ':', '##', 'P'),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const unprintable = /[\p{Cc}\p{Surrogate}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

describe('plain text', () => {
  it('holds no control character, no bidi override and no lone surrogate, whatever came in', () => {
    fc.assert(fc.property(nasty, (text) => !unprintable.test(plain(text))));
  });

  it('stays as it is when it is cleaned twice', () => {
    fc.assert(fc.property(nasty, (text) => plain(plain(text)) === plain(text)));
  });

  it('loses an escape sequence whole, and keeps what stands around it', () => {
    expect(plain('a\u001b[31mred\u001b[0mb\u001b]0;title\u0007c')).toBe('aredbc');
    expect(plain('a\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\b')).toBe('alinkb');
  });

  it('keeps ordinary text of any script', () => {
    for (const text of ['naïve café', 'שלום', '日本語', '👩‍👩‍👧', 'a < b && c']) expect(plain(text)).toBe(text);
  });

  it('writes no line of its own', () => {
    expect(plain('failed\r\nexit 0: all passed')).toBe('failed exit 0: all passed');
  });

  it('takes time in proportion to its length', () => {
    for (const unit of ['\u001b]', '\u009d', '\u001bP', '\u0090', '\u001b[', ' ', '\n']) {
      const started = performance.now();
      plain(unit.repeat(200_000));
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

describe('text for a terminal or a log', () => {
  it('holds nothing that a CI log reads as a command', () => {
    fc.assert(fc.property(nasty, (text) => !/::[a-z]|##\[/i.test(terminalText(text))));
  });
});

describe('XML text', () => {
  it('holds only characters that XML 1.0 allows', () => {
    const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u;
    fc.assert(fc.property(nasty, (text) => allowed.test(xmlText(text))));
  });
});

describe('HTML text', () => {
  it('opens no tag and leaves no attribute', () => {
    fc.assert(fc.property(nasty, (text) => !/[<>"']/.test(htmlText(text))));
  });
});

describe('JSON that is shown', () => {
  it('is the same value for a parser', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), nasty), (value) => {
        expect(JSON.parse(safeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('closes no script element and moves no cursor', () => {
    fc.assert(fc.property(nasty, (text) => !/[<>\p{Cc}\u2028\u2029\u202e]/u.test(safeJson(text))));
  });
});

describe('a cleaned value', () => {
  it('is cleaned in the names of its members too, at every depth', () => {
    const text = 'a\u001b[31mb';
    expect(cleaned({ [text]: [{ [text]: text }], n: 1, none: null }, plain)).toEqual({
      ab: [{ ab: 'ab' }],
      n: 1,
      none: null,
    });
  });
});

describe('a word for a shell', () => {
  it('is quoted wherever a shell would read more than a word in it', () => {
    expect(shellWord('.killpoint/counterexamples/a.json')).toBe('.killpoint/counterexamples/a.json');
    expect(shellWord("a b'$(rm -rf x)")).toBe(`'a b'\\''$(rm -rf x)'`);
  });
});
