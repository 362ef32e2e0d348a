import { z } from 'zod';
import { reportSchema } from '../../model/vocabulary.ts';

/**
 * `report.json` as JSON Schema, for whoever reads it in another language. Members that it does not name are allowed: a later release of
 * the same schema may write more.
 */
export const reportFileSchema = (): string =>
  `${JSON.stringify({ title: 'killpoint report 1', ...z.toJSONSchema(reportSchema, { io: 'input' }) }, null, 2)}\n`;
