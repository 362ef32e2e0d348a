import type { History, Report } from '../../model/vocabulary.ts';
import { zombieHistory } from './sample-history.ts';
import { sampleReport } from './sample-report.ts';

/** What an adapter, a runtime or a stored value may hold. */
export const hostileStrings: readonly string[] = [
  '</script><script>alert(1)</script>',
  '</style><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' autofocus onfocus='alert(1)",
  '\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\',
  '\u001b]52;c;ZXZpbA',
  '\u009b2J\u009d0;x\u009c',
  '\r\nexit 0: nothing failed\n',
  '\n::error::forged\n##[error]forged',
  ']]>&lt;<![CDATA[',
  'a\u0000b\u0008c\u007fd',
  'line\u2028separator\u2029end',
  'abc\u202egnp.exe\u2066x\u200f',
  '\ud800 lone \udfff',
  '\ufffe\uffff',
  '{{7*7}}',
  'x'.repeat(300),
];

export const hostile = hostileStrings.join(' ');

/** The sample report with hostile text in every place that something outside fills, the names of records too. */
export const hostileReport = (text = hostile): Report => {
  const report = sampleReport();
  const evil = { [text]: text };
  return {
    ...report,
    target: {
      ...report.target,
      name: text,
      version: text,
      address: text,
      language: text,
      notes: [text],
      variant: evil,
      binaries: evil,
      capabilities: [{ name: 'recovery.*', claim: 'promised', link: `javascript:alert(1)//${text}` }],
    },
    host: { ...report.host, platform: text, node: text },
    killpoint: text,
    started: text,
    specification: { revision: text, hash: text },
    remarks: [text],
    exit: { code: 1, because: text },
    interruptions: {
      ...report.interruptions,
      unreachable: evil,
      byBoundary: { [text]: { [text]: { planned: 1, landed: 0 } } },
    },
    results: report.results.map((result) => ({
      ...result,
      message: text,
      statement: text,
      title: text,
      clauses: [{ clause: text, status: 'inconclusive', exercised: 0, needs: text }],
      cases: result.cases.map((one) => ({ ...one, plan: text, message: text, reproduced: text })),
    })),
  };
};

/** The sample history with hostile text as a step's result and in every name that a runtime makes up. */
export const hostileHistory = (text = hostile): History => {
  const history = zombieHistory(text);
  const observations = history.observations.map((observation) => {
    const { event } = observation;
    if (event.type === 'effect.applied') return { ...observation, event: { ...event, key: text } };
    if (event.type === 'run.rested') return { ...observation, event: { ...event, run: text } };
    return { ...observation, ...(observation.worker === 'worker-2' ? { worker: text } : {}) };
  });
  return { ...history, subject: { ...history.subject, name: text, variant: { [text]: text } }, observations };
};
