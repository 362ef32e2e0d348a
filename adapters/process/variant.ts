import { z } from 'zod';

/**
 * The variant that was asked for, read by the schema of an adapter's settings. Throws an error that names every setting with its choices; one
 * that takes any text is named with its description, as in `server=PATH`.
 */
export const variantFrom = <S extends z.ZodRawShape>(
  runtime: string,
  schema: z.ZodObject<S>,
  asked: Readonly<Record<string, string>>,
): z.output<z.ZodObject<S>> => {
  const read = schema.strict().safeParse(asked);
  if (read.success) return read.data;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const choices = Object.entries(properties).map(([name, setting]) => `${name}=${choicesOf(setting)}`);
  throw new Error(`${runtime} has no variant ${JSON.stringify(asked)}. Use any of ${choices.join(', ')}.`);
};

const choicesOf = (setting: z.core.JSONSchema._JSONSchema): string =>
  typeof setting === 'boolean' ? '' : (setting.enum?.join('|') ?? setting.description ?? '');
