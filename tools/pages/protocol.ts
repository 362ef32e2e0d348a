import { z } from 'zod';
import {
  adapterAnswerSchemas,
  adapterLineSchema,
  adapterMessageSchema,
  adapterProtocol,
  commandSchema,
  measuredSchema,
  openMessageSchema,
  processLineSchema,
  programSchema,
  runViewSchema,
  subjectSchema,
} from '../../model/vocabulary.ts';
import { page } from './markdown.ts';

/** The parts of the two protocols, by the names that the page and the JSON Schema give them. */
const parts: Readonly<Record<string, z.ZodType>> = {
  AdapterMessage: adapterMessageSchema,
  AdapterLine: adapterLineSchema,
  DescribeAnswer: adapterAnswerSchemas.describe,
  OpenAnswer: adapterAnswerSchemas.open,
  ProcessAnswer: adapterAnswerSchemas.process,
  InspectAnswer: adapterAnswerSchemas.inspect,
  CloseAnswer: adapterAnswerSchemas.close,
  OpenMessage: openMessageSchema,
  Command: commandSchema,
  ProcessLine: processLineSchema,
  Measured: measuredSchema,
  Subject: subjectSchema,
  RunView: runViewSchema,
  Program: programSchema,
};

type Shape = z.core.JSONSchema.BaseSchema;

/** Both protocols as one JSON Schema: a definition per part, whose `$ref`s stay inside it. */
export const protocolSchema = (): string => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(parts)) if (id !== 'InspectAnswer') registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: (id) => `#/$defs/${id}` });
  const $defs = Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [id, schema]),
  );
  return `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: `killpoint adapter protocol ${adapterProtocol}`, $defs }, null, 2)}\n`;
};

/** Every message of both protocols, member by member. */
export const protocolPage = (): string =>
  page('The protocols', 'model/vocabulary/', [
    `Adapter protocol ${adapterProtocol}. [adapters.md](adapters.md) tells how an adapter is written; this page says what goes over the wire. The same as JSON Schema: [protocol.schema.json](protocol.schema.json).`,
    'Both protocols are JSON Lines in UTF-8: one JSON object a line on stdin and stdout, and nothing else on stdout. Logs go to stderr, whose end is quoted in errors. Who reads ends when its stdin ends. `?` marks members that may be left out; members that are not named here are ignored, and reported with `-V`.',
    '## The adapter protocol',
    'Between killpoint and the adapter. `describe` comes first, at once, and again after a restart. Later messages may overlap, and may be answered in any order.',
    ...messageBlocks(),
    '### What an adapter writes',
    'One line for each message, with its `id`: `ok` with what is named above; `refused` where it was definitely not done and asking again would not help; `unknown` where it broke off and may have been done.',
    listed('AdapterLine'),
    '## The process protocol',
    'Between killpoint and each process that works or passes commands. It writes `{"ready":true}` once, when it is booted. Then `open` comes once, `{"id":N,"do":"work"}` if it is to be a worker, and commands. A command is `Command` below with `do` in place of `type`, and an `id`.',
    'Two more come only where the adapter lists them in `can`. `skew`: `{"id":N,"do":"skew","ms":N}` moves the clock that the process goes by to so many milliseconds from the true time; it may come before `open`. `drain`: `{"id":N,"do":"drain"}` tells it to stop in order, as a deployment does: it takes up nothing more, answers, and exits by itself once what it has in hand has ended or was given back.',
    '### open',
    listed('OpenMessage'),
    'Its `ok` is null, or what was measured in the process, which must be what the adapter described:',
    listed('Measured'),
    '### What a process writes',
    'A command that has no answer in 30 seconds is unknown, as is one whose process died: the client asks again under the same `key`.',
    listed('ProcessLine'),
    '### Command',
    listed('Command'),
    '## The world',
    '`POST {world}/model/{step}`, `tool/{step}`, `effects/{step}` or `approvals/{step}`, where `world` came with `open` and `step` is the percent-encoded id. The body is JSON: `run`, `inputs` (the result of each step in `uses` by its id, or `{"$missing":true}`), `nonce` (new for each try). An effect carries the header `idempotency-key`. The body of the answer is `{"value":...}`: the result on 2xx. 5xx, 408, 425 and 429 may pass; any other 4xx is definite. The call may be held for as long as a plan wants: set no timeout.',
    '## What the messages hold',
    ...['Subject', 'RunView', 'Program'].flatMap((id) => [`### ${id}`, listed(id)]),
  ]);

const answers = {
  describe: 'DescribeAnswer',
  open: 'OpenAnswer',
  process: 'ProcessAnswer',
  inspect: 'RunView',
  close: 'CloseAnswer',
} as const;

const messageBlocks = (): readonly string[] =>
  adapterMessageSchema.options.flatMap((option) => {
    const { value: name } = option.shape.do;
    const answer = answers[name];
    const members = lines(shapeOf(option), '').join('\n');
    const given = answer === 'RunView' ? 'a [RunView](#runview)' : answer === 'CloseAnswer' ? 'null' : 'this:';
    return [`### ${name}`, members, `Answer: ${given}`, ...(given === 'this:' ? [listed(answer)] : [])];
  });

const listed = (id: string): string => lines(shapeOf(parts[id] ?? z.never()), '').join('\n');

/** The larger parts are shown once each, and linked elsewhere, also where a description was added to one. */
const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const id = ['Subject', 'RunView', 'Program'].find(
        (name) =>
          Object.is(parts[name], zodSchema) ||
          (parts[name] !== schema && Object.is(parts[name], zodSchema._zod.parent)),
      );
      if (id === undefined || Object.is(zodSchema, schema)) return;
      for (const member of Object.keys(jsonSchema)) if (member !== 'description') delete jsonSchema[member];
      jsonSchema.$ref = `#/$defs/${id}`;
    },
  });

/** The members of an object, or the alternatives of a union, as a nested list. */
const lines = (shape: Shape, indent: string): readonly string[] => {
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (alternatives !== undefined)
    return alternatives.flatMap((each) => [`${indent}- ${typeOf(each)}`, ...inside(each, `${indent}  `)]);
  return Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member === 'boolean') return [];
    const optional = shape.required?.includes(name) === true ? '' : '?';
    const meaning = member.description === undefined ? '' : `: ${member.description}`;
    return [`${indent}- \`${name}${optional}\` ${typeOf(member)}${meaning}`, ...inside(member, `${indent}  `)];
  });
};

const inside = (shape: Shape, indent: string): readonly string[] => {
  const held =
    typeof shape.items === 'object' && !Array.isArray(shape.items) ? shape.items : shape.additionalProperties;
  if (shape.properties !== undefined) return lines(shape, indent);
  if (typeof held === 'object' && (held.properties !== undefined || held.oneOf !== undefined))
    return lines(held, indent);
  return shape.anyOf !== undefined || shape.oneOf !== undefined ? lines(shape, indent) : [];
};

const typeOf = (shape: Shape | boolean | undefined): string => {
  if (typeof shape !== 'object') return 'any JSON';
  if (shape.$ref !== undefined) {
    const name = shape.$ref.split('/').at(-1) ?? '';
    return name in parts ? `[${name}](#${name.toLowerCase()})` : 'any JSON';
  }
  if (shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((each) => `\`${JSON.stringify(each)}\``).join(' or ');
  if (shape.anyOf !== undefined || shape.oneOf !== undefined) return 'one of';
  if (shape.type === 'array') return `list of ${typeOf(Array.isArray(shape.items) ? undefined : shape.items)}`;
  if (shape.type === 'object' && shape.properties === undefined)
    return `object of ${typeOf(shape.additionalProperties)}`;
  if (shape.type === 'object')
    return shape.properties?.do === undefined && shape.properties?.type === undefined
      ? 'object'
      : typeOf(shape.properties.do ?? shape.properties.type);
  return typeof shape.type === 'string' ? shape.type : 'any JSON';
};
