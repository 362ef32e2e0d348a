import fastStringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { account } from '../../reports/account.ts';
import { textTrace } from '../../reports/trace.ts';
import { hostile, hostileHistory } from './hostile.ts';
import { zombieEvidence, zombieHistory } from './sample-history.ts';

const broken = {
  requirement: 'lease.zombie-changes-nothing',
  statement: 'A worker that comes back changes nothing.',
  message: 'a late commit of worker-1 replaced extract',
  evidence: zombieEvidence,
};

const lineWith = (text: string, seq: number): string =>
  text.split('\n').find((line) => new RegExp(`^.{11} *\\d+ +${seq}  `).test(line)) ?? '';

describe('the account', () => {
  it('tells the evidence in its order as one paragraph and ends with the message', () => {
    expect(account(zombieHistory(), zombieEvidence, broken.message)).toBe(
      'worker-1 was stopped while its answer to extract was withheld; worker-2 took over and asked the model for extract ' +
        'again; the store showed run-1 succeeded, so the work was finished; worker-1 was let go again when its successor had ' +
        'come to rest; then the store showed run-1 running (was succeeded), extract committed by worker-1: "extract~1", ' +
        'publish is gone; in the end run-1 came to rest: stuck. A late commit of worker-1 replaced extract.',
    );
  });

  it('is the message where the evidence names nothing that was seen', () => {
    expect(account(zombieHistory(), [{ seq: 999, role: 'illegal' }], 'it broke')).toBe('It broke.');
  });

  it('has words for every observation in every role', () => {
    const roles = [
      'committed',
      'kill',
      'stop',
      'takeover',
      'finished',
      'continue',
      'command',
      'answer',
      'before',
      'first',
    ] as const;
    for (const { seq } of zombieHistory().observations)
      for (const role of roles)
        expect(account(zombieHistory(), [{ seq, role }], '')).toMatch(/^[A-Za-z].*[a-z0-9)"]\.$/);
  });
});

describe('the text trace', () => {
  const text = textTrace(zombieHistory(), { broken, width: 100 });

  it('begins with the plan, the target, the requirement and the account', () => {
    expect(text).toMatch(/^plan review\/stop@call\.done\(extract\) on langgraph 1\.4\.0 durability=sync\n/);
    expect(text).toContain('stop the worker while its answer to extract was withheld; then continue');
    expect(text).toContain('A worker that comes back changes nothing.');
  });

  it('says of each observation who did what', () => {
    expect(lineWith(text, 1)).toMatch(/worker-1 +asked the model for extract$/);
    expect(lineWith(text, 3)).toMatch(/worker-1 +is held at call.done\(extract\) · answer withheld$/);
    expect(lineWith(text, 11)).toMatch(/owner +APPLIED publish/);
    expect(lineWith(text, 13)).toMatch(/runtime +accepted decide \(approve\) on approve$/);
    expect(lineWith(text, 9)).toMatch(/store +shows run-1 running · extract committed by worker-2: "extract~2"$/);
  });

  it('marks what decides with its role', () => {
    expect(lineWith(text, 4)).toMatch(/^> stop /);
    expect(lineWith(text, 20)).toMatch(/^> illegal /);
    expect(text.match(/^> /gm)).toHaveLength(zombieEvidence.length);
  });

  it('leaves out unchanged readings and clean-up, and says so', () => {
    expect(lineWith(text, 16)).toBe('');
    expect(lineWith(text, 22)).toBe('');
    expect(text).toContain('1 unchanged reading left out · 1 killed by clean-up');
  });

  it('keeps a reading that is evidence, though it shows nothing new', () => {
    const proved = textTrace(zombieHistory(), { broken: { ...broken, evidence: [{ seq: 16, role: 'before' }] } });
    expect(lineWith(proved, 16)).toMatch(/^> before .*still shows run-1 succeeded/);
  });

  it('shortens a long value and gives a digest by its size', () => {
    expect(textTrace(zombieHistory('y'.repeat(5000)))).toMatch(/"y+…\(5002\)…y+"/);
    expect(textTrace(zombieHistory({ $digest: 'abcdef0123456789', $bytes: 262144 }))).toContain(
      '(262144 bytes, abcdef01)',
    );
  });

  it('shows hostile strings without obeying them, in lines of its width', () => {
    const shown = textTrace(hostileHistory(), {
      broken: { ...broken, message: hostile, statement: hostile },
      width: 80,
    });
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202e]/u);
    expect(shown).not.toMatch(/::error|##\[error/);
    for (const line of shown.split('\n')) expect(fastStringWidth(line), line).toBeLessThanOrEqual(80);
  });
});
