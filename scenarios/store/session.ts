import { type Frame, textsIn } from './frames.ts';
import { type Candidate, candidateIn, labelOf, rowsOf, type Statement, statementsIn } from './statements.ts';

/**
 * What comes before one `ReadyForQuery`: a simple query, or messages of the extended protocol up to a `Sync`. Whatever of it stands in no
 * transaction block is one transaction.
 */
type Unit = {
  readonly isSimple: boolean;
  readonly statements: Statement[];
  answered: number;
  /** Nothing more of it comes from the client: the server answers to the end without being asked again. */
  isWhole: boolean;
  mayCommit: boolean;
};

/** What a message of the server means: it waits until its unit is decided, it has to be read first, or the store has committed. */
export type Meaning =
  | { readonly type: 'pass' | 'withhold' | 'release' }
  | { readonly type: 'commit'; readonly label: string };

const pass: Meaning = { type: 'pass' };
const withhold: Meaning = { type: 'withhold' };
const release: Meaning = { type: 'release' };

/** What one session with Postgres has come to, as its messages say. It decides nothing and changes none of them. */
export class PostgresSession {
  /** A named statement is sent once with its text, and then carried out by its name alone. */
  readonly #prepared = new Map<string, readonly Statement[]>();
  readonly #portals = new Map<string, readonly Statement[]>();
  readonly #units: Unit[] = [];
  #isInBlock = false;
  #hasFailed = false;
  /** What wrote something in the transaction that is open, in a block or not. */
  #wrote: string[] = [];

  /** Whether the server has answered every unit that is whole: only then is the state of the transaction known. */
  get isAnswered(): boolean {
    return !this.#units.some(({ isWhole }) => isWhole);
  }
  /** Whether something is on its way that may commit. */
  get isCommitting(): boolean {
    return this.#units.some(({ mayCommit }) => mayCommit);
  }

  /** Takes note of a message of the client, and says whether what it asks for may commit. */
  sent(frame: Frame): Candidate | undefined {
    switch (frame.type) {
      case 'Q':
        return this.#ask(this.#begin(true), statementsIn(firstText(frame)));
      case 'E':
        return this.#ask(this.#current(), this.#portals.get(firstText(frame)) ?? []);
      case 'P': {
        const [name = '', sql = ''] = textsIn(frame, 2);
        this.#prepared.set(name, statementsIn(sql));
        return undefined;
      }
      case 'B': {
        const [portal = '', statement = ''] = textsIn(frame, 2);
        this.#portals.set(portal, this.#prepared.get(statement) ?? []);
        return undefined;
      }
      case 'S':
        this.#current().isWhole = true;
        return undefined;
      case 'F':
        this.#begin(true);
        return undefined;
      default:
        return undefined;
    }
  }

  /** Takes note of a message of the server, and says what it means. */
  received(frame: Frame): Meaning {
    const [unit] = this.#units;
    switch (frame.type) {
      case 'C':
        return this.#completed(firstText(frame), unit);
      case 'I':
      case 's':
        if (unit !== undefined) unit.answered++;
        return waiting(unit);
      case 'E':
        if (!this.#isInBlock) this.#wrote = [];
        return waiting(unit);
      case 'G':
        // A Sync that came along is overlooked by a server that waits for data; the client sends another one after them.
        if (unit !== undefined && !unit.isSimple && this.#units.length === 1) unit.isWhole = false;
        return release;
      case 'H':
      case 'W':
        return release;
      case 'Z':
        return this.#ready(String.fromCharCode(frame.bytes[5] ?? 0));
      default:
        return waiting(unit);
    }
  }

  #current(): Unit {
    const last = this.#units.at(-1);
    return last === undefined || last.isWhole ? this.#begin(false) : last;
  }
  #begin(isSimple: boolean): Unit {
    const unit: Unit = { isSimple, statements: [], answered: 0, isWhole: isSimple, mayCommit: false };
    this.#units.push(unit);
    return unit;
  }
  #ask(unit: Unit, asked: readonly Statement[]): Candidate | undefined {
    const before = unit.statements.slice(unit.answered);
    unit.statements.push(...asked);
    if (this.#hasFailed) return undefined;
    const candidate = candidateIn({ isInBlock: this.#isInBlock, wrote: this.#wrote }, { before, asked });
    if (candidate !== undefined) unit.mayCommit = true;
    return candidate;
  }

  #completed(tag: string, unit: Unit | undefined): Meaning {
    const statement = unit?.statements[unit.answered];
    if (unit !== undefined) unit.answered++;
    if (statement === undefined) return waiting(unit);
    const { does, text } = statement;
    if (does === 'write' && rowsOf(tag) !== 0) this.#wrote.push(text);
    if (does === 'begin') this.#isInBlock = true;
    // A commit of what has failed is answered as the rollback that it is.
    const label = does === 'commit' && tag !== 'ROLLBACK' ? this.#labelOfBlock() : undefined;
    if (does === 'commit' || does === 'rollback') {
      this.#isInBlock = false;
      this.#wrote = [];
    }
    return label === undefined ? waiting(unit) : { type: 'commit', label };
  }

  /** Outside a block the server commits before it says that it is ready, and not before it says that a statement is complete. */
  #ready(status: string): Meaning {
    this.#units.shift();
    this.#isInBlock = status !== 'I';
    this.#hasFailed = status === 'E';
    if (status !== 'I') return release;
    const wrote = this.#wrote;
    this.#wrote = [];
    return wrote.length === 0 ? release : { type: 'commit', label: labelOf(wrote) };
  }
  #labelOfBlock(): string | undefined {
    return this.#wrote.length === 0 ? undefined : labelOf(['begin', ...this.#wrote]);
  }
}

const firstText = (frame: Frame): string => textsIn(frame, 1)[0] ?? '';
const waiting = (unit: Unit | undefined): Meaning => (unit?.isWhole && unit.mayCommit ? withhold : pass);
