import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { MARK } from './process-table.ts';

/**
 * What the guard runs. It hears of each group by a line and sits in `read` meanwhile. The end of its input without a word before is the
 * harness's death: then it kills every group that lives, what left its group (by the mark in its environment; a few rounds, since it may
 * fork while it is looked for), and takes the folders away.
 */
const script = `
trap '' INT TERM HUP QUIT
mark=$1; groups=; folders=
while read -r what it; do
  case $what in
    +) groups="$groups $it" ;;
    -) left=; for one in $groups; do [ "$one" = "$it" ] || left="$left $one"; done; groups=$left ;;
    folder) folders="$folders
$it" ;;
    end) exit 0 ;;
  esac
done
for one in $groups; do kill -9 "-$one" 2>/dev/null; done
for round in 1 2 3 4 5; do
  found=$(grep -lsa "${MARK}=$mark" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$found" ] || break
  for one in $found; do one=\${one#/proc/}; kill -9 "\${one%/environ}" 2>/dev/null; done
  sleep 0.1
done
IFS='
'
for one in $folders; do rm -rf -- "$one"; done
`;

/**
 * A process of a shell that outlives the harness and nothing else: what the harness started ends with it even when it is killed by SIGKILL
 * and can do nothing any more. One for all groups, since a boot for each would be paid hundreds of times.
 */
export class Guard {
  readonly #process: ChildProcess;
  readonly #gone: Promise<void>;

  /** `mark` begins the mark of every process that it watches. */
  constructor(mark: string) {
    this.#process = spawn('/bin/sh', ['-c', script, 'killpoint-guard', mark], {
      cwd: '/',
      // Ctrl-C in a terminal reaches everything in its foreground group.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    });
    this.#gone = new Promise((resolve) => {
      this.#process.on('exit', () => resolve());
      // Without a shell there is no guard, and the run is worth as much as ever.
      this.#process.on('error', () => resolve());
    });
    this.#process.stdin?.on('error', () => undefined);
    this.#process.unref();
    if (this.#process.stdin instanceof Socket) this.#process.stdin.unref();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }
  /** The group of this process is to end with the harness. */
  watch(pid: number): void {
    this.#say(`+ ${pid}`);
  }
  /** It is dead: its number may soon be another's. */
  release(pid: number): void {
    this.#say(`- ${pid}`);
  }
  /** This folder is to go with the harness. */
  discard(folder: string): void {
    this.#say(`folder ${folder}`);
  }
  /** Everything has been ended: the guard leaves, and has done nothing. */
  async close(): Promise<void> {
    this.#say('end');
    this.#process.ref();
    await this.#gone;
  }
  /** Breaks off without a word, as the harness's death does. */
  abandon(): void {
    this.#process.stdin?.destroy();
  }
  #say(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }
}
