import type { Tone } from '../trace/mark.ts';

/** What the marks mean, but only those that this trace has. */
export const Legend = ({ tones }: { readonly tones: ReadonlySet<Tone> }) => (
  <ul class="legend" aria-label="What the marks mean">
    {entries
      .filter(([tone]) => tones.has(tone))
      .map(([tone, words]) => (
        <li key={tone}>
          <svg width={22} height={14} role="presentation">
            <g class={`mark ${shapes[tone] ?? 'bar'} ${tone}`}>
              {shapes[tone] === 'diamond' ? (
                <path d="M11 1l6 6l-6 6l-6 -6z" />
              ) : shapes[tone] === 'cross' ? (
                <path d="M6 2l10 10m0 -10l-10 10" />
              ) : (
                <rect x={1} y={2} width={20} height={10} rx={2} />
              )}
            </g>
          </svg>
          {words}
        </li>
      ))}
    {tones.has('lease') || tones.has('unsure') ? null : <li>leases: not observed</li>}
    <li>an open end with ? was never seen to end</li>
  </ul>
);

const shapes: Partial<Record<Tone, 'diamond' | 'cross'>> = {
  committed: 'diamond',
  applied: 'diamond',
  known: 'diamond',
  stored: 'diamond',
  killed: 'cross',
  tidied: 'cross',
  died: 'cross',
  missed: 'cross',
  lost: 'cross',
};

const entries: readonly (readonly [Tone, string])[] = [
  ['command', 'command, until its answer'],
  ['refused', 'command refused'],
  ['call', 'call, until its answer left'],
  ['prompt', 'prompt shown'],
  ['withheld', 'done, answer withheld'],
  ['works', 'works'],
  ['stopped', 'stopped'],
  ['late', 'let go again after another began'],
  ['lease', 'holds a lease, as the store shows it'],
  ['unsure', 'its lease began or ended somewhere here'],
  ['overlap', 'two leases of one slot at once'],
  ['running', 'store shows: running'],
  ['waiting', 'store shows: waiting, in review or blocked'],
  ['succeeded', 'store shows: succeeded'],
  ['ended', 'store shows: ended otherwise'],
  ['committed', 'commit first shown'],
  ['applied', 'effect applied'],
  ['known', 'recognised, not applied again'],
  ['lost', 'answer cut'],
  ['killed', 'killed by the plan'],
  ['died', 'died by itself'],
  ['tidied', 'ended by the clean-up'],
  ['missed', 'did not land, or could not be read'],
];
