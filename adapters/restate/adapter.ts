import { readFileSync } from 'node:fs';
import type { Adapter, Session, Setting } from '../../model/vocabulary.ts';
import { nodeProcess } from '../process/index.ts';
import { Balancer } from './balancer.ts';
import { deploy } from './deployment.ts';
import { serverOf } from './server.ts';
import { subjectOf } from './subject.ts';
import { type Store, type Variant, variantOf } from './variant.ts';
import { Inspector } from './view.ts';

/** Restate's TypeScript SDK on a server of one node. Throws an error that names the choices where a variant is not known. */
export const createRestate = (asked: Readonly<Record<string, string>>): Adapter => {
  const variant = variantOf(asked);
  return {
    describe: async () => subjectOf(serverOf(variant, home), installedSdk(), variant),
    open: async (setting) => openSession(setting, variant),
  };
};

export { createRestate as default };

/** This folder, from its source and from its build in `dist`. */
const home = new URL(import.meta.url.endsWith('/dist/adapter.js') ? '..' : '.', import.meta.url);

const installedSdk = (): string => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('node_modules/@restatedev/restate-sdk/package.json', home), 'utf8'),
  );
  return version;
};

/** Deploys the case's services behind a load balancer of their own; the server is shared by all cases. */
const openSession = async ({ name, program, servers }: Setting, variant: Variant): Promise<Session> => {
  const ports = servers.restate?.ports;
  if (ports === undefined) throw new Error('expected the harness to have started the server that describe() names');
  const admin = `http://127.0.0.1:${ports.admin}`;
  const balancer = await new Balancer().open();
  const deployment = await deploy(admin, balancer, { service: name, program, world: '', variant });
  const store: Store = {
    ingress: `http://127.0.0.1:${ports.ingress}`,
    admin,
    service: name,
    readiness: balancer.readiness,
    variant,
  };
  const inspector = new Inspector(admin, name);
  return {
    store,
    process: () => nodeProcess(new URL('dist/process.js', home)),
    inspect: (run) => inspector.inspect(run),
    close: async () => {
      await deployment.remove().finally(() => balancer.close());
    },
  };
};
