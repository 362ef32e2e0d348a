import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArtifactMissing, perform, readArtifact, WorldRefusal } from '../../adapters/process/index.ts';
import {
  type ArtifactReference,
  artifactReferenceSchema,
  type Program,
  referencesAmong,
} from '../../model/vocabulary.ts';
import { find } from '../../scenarios/world/artifacts.ts';
import type { Upload } from '../../scenarios/world/decision.ts';
import { answer } from '../../scenarios/world/handlers.ts';
import { interceptors } from '../../scenarios/world/intercept.ts';
import { emptyLedger, type Ledger } from '../../scenarios/world/ledger.ts';
import { WorldServer } from '../../scenarios/world/server.ts';

const program: Program = {
  id: 'p',
  title: 'two artifacts, one under another name',
  steps: [
    { op: 'output', id: 'report', uses: [] },
    { op: 'output', id: 'second', uses: [], artifact: 'report' },
  ],
};
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const uploadOf = (text: string, more: Partial<Upload> = {}): Upload => ({
  name: 'report',
  content: bytesOf(text),
  digest: `sha256:${sha256(text)}`,
  bytes: bytesOf(text).byteLength,
  isOnlyFirst: false,
  ...more,
});
const put = (upload: Upload | undefined, ledger: Ledger = emptyLedger, step = 'report') =>
  answer(program, { run: 'run-1', step, inputs: {}, key: undefined, upload }, ledger);

describe('the artifact store', () => {
  it('stores a version and answers with its reference', () => {
    const { status, value, did, ledger } = put(uploadOf('é'));
    expect({ status, value, did }).toEqual({
      status: 201,
      value: { name: 'report', version: 'v1', digest: `sha256:${sha256('é')}`, bytes: 2 },
      did: 'stored',
    });
    expect(find({ run: 'run-1', name: 'report', version: 'v1' }, ledger)?.content).toEqual(bytesOf('é'));
  });

  it('makes another version of every upload, and changes none', () => {
    const first = put(uploadOf('one'));
    const second = put(uploadOf('two'), first.ledger, 'second');
    const contentOf = (version?: string) => find({ run: 'run-1', name: 'report', version }, second.ledger)?.content;
    expect(second.value).toMatchObject({ name: 'report', version: 'v2' });
    expect([contentOf('v1'), contentOf('v2'), contentOf()]).toEqual(['one', 'two', 'two'].map(bytesOf));
    expect(contentOf('v3')).toBeUndefined();
  });

  it.each([
    ['shorter than its length says', uploadOf('whole', { content: bytesOf('who') }), 400],
    ['other than its digest says', uploadOf('whole', { content: bytesOf('whale') }), 422],
    ['without a digest', uploadOf('whole', { digest: undefined }), 400],
    ['under the name of no step', uploadOf('whole', { name: 'other' }), 404],
    ['that is no upload at all', undefined, 400],
  ])('refuses one that is %s, and stores nothing', (_, upload, status) => {
    const refused = put(upload);
    expect(refused).toMatchObject({ status, did: 'nothing' });
    expect(refused.ledger).toBe(emptyLedger);
  });

  it('takes one that is only to be the first of its name once', () => {
    const first = put(uploadOf('one', { isOnlyFirst: true }));
    expect(put(uploadOf('two', { isOnlyFirst: true }), first.ledger)).toMatchObject({ status: 412, did: 'nothing' });
  });

  it('is read by references, which other values are not', () => {
    const { value } = put(uploadOf('one'));
    expect(referencesAmong({ report: value, text: 'report v1', none: null, like: { name: 'report' } })).toEqual([
      value,
    ]);
  });
});

describe('the carriers of the artifact store', () => {
  const intercepted = 'http://world.test/secret/worker-1';
  const msw = setupServer(...interceptors(intercepted, program));
  const server = new WorldServer();
  let ledger = emptyLedger;
  let served = '';
  const calls: string[] = [];
  const strange: string[] = [];
  beforeAll(async () => {
    msw.listen({ onUnhandledRequest: 'bypass' });
    await server.listen();
    served = server.address('worker-1', {
      serve: async ({ step, envelope, key, upload, reply }) => {
        calls.push(step);
        const decision = answer(program, { run: envelope.run, step, inputs: envelope.inputs, key, upload }, ledger);
        ledger = decision.ledger;
        await reply(decision.status, { value: decision.value });
      },
      lookUp: async () => undefined,
      find: (wanted) => find(wanted, ledger),
      stranger: (path) => void strange.push(path),
    });
  });
  afterAll(async () => {
    msw.close();
    await server.close();
  });
  const upload = async (base: string, step: 'report' | 'second'): Promise<ArtifactReference> => {
    const planned = program.steps.find(({ id }) => id === step);
    if (planned?.op !== 'output') throw new Error(`expected an output; ${step} is none`);
    return artifactReferenceSchema.parse(await perform(base, { run: 'run-1', step: planned, results: {} }));
  };

  it.each([
    ['over HTTP', () => served],
    ['by msw', () => intercepted],
  ])('store what a worker uploads and hand it out again, %s', async (_, base) => {
    const first = await upload(base(), 'report');
    const second = await upload(base(), 'second');
    expect([first, second]).toMatchObject([
      { name: 'report', version: 'v1' },
      { name: 'report', version: 'v2' },
    ]);
    const content = JSON.parse(
      new TextDecoder().decode(await readArtifact(base(), { run: 'run-1', reference: first })),
    );
    expect(content).toMatchObject({ run: 'run-1', step: 'report', inputs: {} });
    const at = `${base()}/outputs/report?run=run-1`;
    const head = await fetch(`${at}&version=v1`, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, `"${first.digest}"`, '']);
    expect((await fetch(at)).headers.get('etag')).toBe(`"${second.digest}"`);
    await expect(readArtifact(base(), { run: 'run-1', reference: { ...first, version: 'v9' } })).rejects.toThrow(
      ArtifactMissing,
    );
    await expect(
      readArtifact(base(), { run: 'run-1', reference: { ...first, digest: second.digest } }),
    ).rejects.toThrow(ArtifactMissing);
    await expect(
      perform(base(), { run: 'run-1', step: { op: 'output', id: 'report', uses: [], artifact: 'x' }, results: {} }),
    ).rejects.toThrow(WorldRefusal);
  });

  it.each([
    ['half of its bytes', (body: string) => ({ body: body.slice(0, body.length / 2), length: body.length })],
    ['nothing of it', (body: string) => ({ body: '', length: body.length })],
  ])('store nothing of an upload whose connection breaks after %s', async (_, cut) => {
    const before = [ledger, calls.length] as const;
    const whole = JSON.stringify({ run: 'run-1', step: 'report', inputs: {}, nonce: 'n' });
    const { body, length } = cut(whole);
    const { hostname, port, pathname } = new URL(served);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.end(
      `PUT ${pathname}/outputs/report HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${length}\r\n` +
        `Content-Digest: sha-256=:${createHash('sha256').update(whole).digest('base64')}:\r\n\r\n${body}`,
    );
    let answered = '';
    socket.on('data', (data) => {
      answered += data;
    });
    await once(socket, 'close');
    expect(answered.slice(0, 12)).toMatch(/^(HTTP\/1.1 400)?$/);
    expect([ledger, calls.length]).toEqual(before);
    expect(strange).toEqual([]);
  });

  it('serve the Python client alike', async () => {
    const home = join(import.meta.dirname, '../../adapters/python');
    const script = `
import json, sys, killpoint
base = sys.argv[1]
reference = killpoint.perform(base, "run-1", {"op": "output", "id": "second", "artifact": "report", "uses": []}, {})
content = json.loads(killpoint.read_artifact(base, "run-1", reference))
gone = []
for other in ({**reference, "version": "v99"}, {**reference, "digest": "sha256:" + "0" * 64}):
    try:
        killpoint.read_artifact(base, "run-1", other)
    except killpoint.ArtifactMissing as missing:
        gone.append(str(missing))
step = {"op": "effect", "id": "use", "uses": ["second", "text"]}
among = killpoint.references_among({"second": reference, "text": "no reference"}, step)
print(json.dumps([content["step"], reference["name"], len(gone), among == [reference]]))`;
    const { stdout } = await promisify(execFile)('python3', ['-c', script, served], {
      env: { ...process.env, PYTHONPATH: home },
    });
    expect(JSON.parse(stdout)).toEqual(['second', 'report', 2, true]);
  });

  it('take an upload that no envelope can be read in for no call', async () => {
    const before = ledger;
    const refused = await fetch(`${served}/outputs/report`, { method: 'PUT', body: '{"run":"run-1"' });
    expect([refused.status, ledger]).toEqual([400, before]);
    expect(strange).toEqual(['PUT outputs/report']);
  });
});
