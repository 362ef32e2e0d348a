import { describe, expect, it } from 'vitest';
import { requirements } from '../../model/index.ts';
import { baselineSchema } from '../../model/vocabulary.ts';
import { textOf } from './pages.ts';

describe('the baseline on the page about failures', () => {
  const blocks = [...textOf('docs/failures.md').matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text);

  it('is one that killpoint takes, about requirements that exist', () => {
    expect(blocks).toHaveLength(1);
    const { failing, flaky, unsupported } = baselineSchema.parse(JSON.parse(blocks[0] ?? ''));
    const named = [...failing, ...flaky, ...unsupported].map(({ requirement }) => requirement);
    expect(named).toHaveLength(3);
    for (const id of named) expect(requirements.map((one) => one.id)).toContain(id);
  });
});
