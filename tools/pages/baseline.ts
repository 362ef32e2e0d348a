import { z } from 'zod';
import { baselineSchema } from '../../model/vocabulary.ts';

/** A baseline file as JSON Schema: editors check it while it is written. */
export const baselineFileSchema = (): string =>
  `${JSON.stringify({ title: 'killpoint baseline 1', ...z.toJSONSchema(baselineSchema, { io: 'input' }) }, null, 2)}\n`;
