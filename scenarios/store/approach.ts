import type { RunningServer, ServerSpec } from '../../model/vocabulary.ts';
import type { Gate } from './passing.ts';
import { Way } from './way.ts';

/** The servers of a target as one process sees them: a way of its own in the place of each port that the harness can stand in. */
export class Approach {
  readonly servers: Readonly<Record<string, RunningServer>>;
  readonly #ways: readonly Way[];

  private constructor(servers: Readonly<Record<string, RunningServer>>, ways: readonly Way[]) {
    this.servers = servers;
    this.#ways = ways;
  }

  /** Opens a way to each port that speaks what the harness understands. Throws where no server has one. */
  static async open(
    specs: readonly ServerSpec[],
    running: Readonly<Record<string, RunningServer>>,
    gate: Gate,
  ): Promise<Approach> {
    const servers: Record<string, RunningServer> = { ...running };
    const ways: Way[] = [];
    for (const { name, speaks } of specs)
      for (const port of Object.keys(speaks)) {
        const server = servers[name];
        const upstream = running[name]?.ports[port];
        if (server === undefined || upstream === undefined) continue;
        const way = new Way(upstream, gate);
        await way.open();
        ways.push(way);
        servers[name] = { ...server, ports: { ...server.ports, [port]: way.port } };
      }
    if (ways.length > 0) return new Approach(servers, ways);
    throw new Error(
      "expected a server of the subject to say in 'speaks' which of its ports the harness can stand in; none does. Leave 'store' out of 'can'",
    );
  }

  get committing(): number {
    return this.#ways.reduce((sum, way) => sum + way.committing, 0);
  }
  freeze(): void {
    for (const way of this.#ways) way.freeze();
  }
  thaw(): void {
    for (const way of this.#ways) way.thaw();
  }
  /** Takes the store away from this process, as an outage does. */
  async refuse(): Promise<void> {
    await Promise.all(this.#ways.map((way) => way.refuse()));
  }
  /** Gives it back. */
  async restore(): Promise<void> {
    await Promise.all(this.#ways.map((way) => way.open()));
  }
  /** Ends all of it; says whether the servers have let go of every session. */
  async close(): Promise<boolean> {
    return (await Promise.all(this.#ways.map((way) => way.close()))).every((isGone) => isGone);
  }
}
