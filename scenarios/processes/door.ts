import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { InProcessSpec, ProcessSpec } from '../../model/vocabulary.ts';
import { type Pace, patient } from '../pace.ts';
import { Attached } from './attached.ts';
import type { Starter } from './driven.ts';
import type { Handle } from './handle.ts';
import { MARK } from './process-table.ts';
import type { Supervisor } from './supervisor.ts';

/** A process that is waited for: what would start it, and the socket at which its bridge is awaited. */
export type Invitation = { readonly spec: ProcessSpec; readonly socket: string; readonly nth: number };

/** Tells whoever is to start a process. */
export type OnInvite = (invitation: Invitation) => void;

/**
 * Where processes come in that the user of a debugger starts himself. Each wanted process is an invitation, and who comes first answers the
 * oldest. Nothing that they have to do is ever late.
 */
export class Door implements Starter {
  readonly pace: Pace = patient;
  readonly #supervisor: Supervisor;
  readonly #onInvite: OnInvite;
  readonly #socket: string;
  readonly #invited: Attached[] = [];
  readonly #server: Server;

  private constructor(supervisor: Supervisor, onInvite: OnInvite) {
    this.#supervisor = supervisor;
    this.#onInvite = onInvite;
    // A folder of the harness's own (mode 0700), whose path is short: a socket's must be.
    this.#socket = join(supervisor.node().disk(), 'door');
    this.#server = createServer((bridge) => {
      bridge.on('error', () => undefined);
      const next = this.#invited.find(({ isAwaited }) => isAwaited);
      if (next === undefined) bridge.destroy();
      else next.meet(bridge);
    });
  }

  /** Opens a door at a socket of its own. */
  static async open(supervisor: Supervisor, onInvite: OnInvite): Promise<Door> {
    const door = new Door(supervisor, onInvite);
    await new Promise<void>((resolve, reject) => {
      door.#server.once('error', reject);
      door.#server.listen(door.#socket, resolve);
    });
    return door;
  }

  spawn(spec: ProcessSpec): Handle {
    const { mark, disk } = this.#supervisor.node();
    const cwd = disk();
    const env = { ...spec.env, HOME: cwd, TMPDIR: cwd, [MARK]: mark };
    const attached: Attached = new Attached({ ...spec, env, cwd }, mark, (pid) =>
      this.#supervisor.watch(pid, attached.exited),
    );
    this.#invited.push(attached);
    this.#onInvite({ spec, socket: this.#socket, nth: this.#invited.length });
    return this.#supervisor.own(attached);
  }
  board(spec: InProcessSpec): Handle {
    return this.#supervisor.board(spec);
  }
  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
