import { type Report, reportSchema } from '../model/vocabulary.ts';
import { safeJson } from './escape.ts';

/** `report.json`: indented, its members in a fixed order, and harmless when it is printed or embedded. */
export const jsonReport = (report: Report): string => `${safeJson(arranged(report), 2)}\n`;

const { specification, target, exit, summary, interruptions, cost, results } = reportSchema.shape;
const result = results.unwrap().element;

/** The members in the order in which the schema declares them: what is short and asked for first comes first. */
const order: readonly string[] = [
  reportSchema,
  specification,
  target,
  exit,
  summary,
  interruptions,
  cost,
  result,
  result.shape.strength,
  result.shape.clauses.unwrap().element,
  result.shape.cases.unwrap().element,
].flatMap((schema) => Object.keys(schema.shape));

const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);

const arranged = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(arranged);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, arranged(member)]));
};
