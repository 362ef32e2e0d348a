import { describe, expect, it } from 'vitest';
import type { History } from '../../model/vocabulary.ts';
import { mermaidSequence } from '../../reports/mermaid.ts';
import { hostileHistory } from './hostile.ts';
import { zombieEvidence, zombieHistory } from './sample-history.ts';

/** The lines of Mermaid's grammar that we write, and none of them may hold what begins a comment, a directive or another statement. */
const name = String.raw`(?:[\p{L}\p{N} .,/_()'+~=…-]|#\d+;)*`;
const text = String.raw`(?:[\p{L}\p{N} .,:/_()'+~=…-]|#\d+;)*`;
const statements = [
  'sequenceDiagram',
  String.raw`  participant p\d+ as ${name}`,
  String.raw`  Note over p\d+(?:,p\d+)?: ${text}`,
  String.raw`  p\d+(?:->>|-->>|--x)p\d+: ${text}`,
  String.raw`  rect rgba\(220, 40, 40, 0\.25\)`,
  '  end',
].map((line) => new RegExp(`^${line}$`, 'u'));

const shown = (history: History, limit = 60): readonly string[] =>
  mermaidSequence(history, { evidence: zombieEvidence, limit }).split('\n');

const read = (line: string | undefined): string =>
  (line ?? '').replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe('a history as a Mermaid sequence', () => {
  it('has who took part, and calls from worker to server and back', () => {
    const lines = shown(zombieHistory()).map(read);
    expect(lines[0]).toBe('sequenceDiagram');
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}participant p\d+ as worker-1$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}p\d+->>p\d+: asked the model for extract/));
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}Note over p\d+: \(stop\) was stopped/));
  });

  it('puts the illegal event on red ground', () => {
    const lines = shown(zombieHistory()).map(read);
    const at = lines.findIndex((line) => line.startsWith('  rect'));
    expect(lines[at + 1]).toContain('(illegal) shows run-1 running');
    expect(lines[at + 2]).toBe('  end');
  });

  it('keeps the evidence and counts what it leaves out, where there is too much to draw', () => {
    const observations = zombieHistory().observations;
    const many = Array.from({ length: 40 }, (_, round) =>
      observations.map((seen) => ({ ...seen, seq: round === 0 ? seen.seq : round * 100 + seen.seq })),
    ).flat();
    const lines = shown({ ...zombieHistory(), observations: many }).map(read);
    const drawn = lines.filter((line) => /^ {2}(?:p\d|Note)/.test(line));
    // 60 messages, between what the plan is and how much is left out.
    expect(drawn).toHaveLength(62);
    for (const { role } of zombieEvidence) expect(lines.join('\n')).toContain(`(${role})`);
    expect(lines.at(-1)).toMatch(/\d+ more events left out$/);
  });

  it.each([
    ['the sample', zombieHistory()],
    ['hostile text', hostileHistory()],
    [
      'what Mermaid reads',
      hostileHistory('end; %%{init: {}}%% --> B: x\nparticipant Z #quot; ﬂ°°60¶ß wrap: </script>'),
    ],
  ])('is nothing but statements of ours: %s', (_, history) => {
    for (const line of shown(history))
      expect(
        statements.some((one) => one.test(line)),
        line,
      ).toBe(true);
    for (const line of shown(history)) expect(line).not.toMatch(/: .*\bend\b|%%|ß|ﬂ/);
  });
});
