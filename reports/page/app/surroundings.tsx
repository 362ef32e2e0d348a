import type { Report } from '../../../model/vocabulary.ts';
import { counted, duration } from '../../value-words.ts';

/** What was tested with what, what else was said, and what a pass does not mean. */
export const Surroundings = ({ report }: { readonly report: Report }) => (
  <>
    <section class="pair">
      <div>
        <h2>What was tested</h2>
        <div class="card pad">
          <dl>
            {targetList(report).map(([name, value]) => (
              <>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </>
            ))}
          </dl>
        </div>
      </div>
      <div>
        <h2>What a pass does not mean</h2>
        <ul class="notes">
          <li>
            It is no proof: it says that the plans which landed did not break the requirement, and the strength beside
            each verdict says how many those were, and under which faults.
          </li>
          <li>
            It never means exactly-once. An effect owner that can neither deduplicate nor be asked can always be called
            twice.
          </li>
          <li>
            What is unreachable, not decided or unsupported was not tested. What the runtime says of itself counts less
            than what the world saw.
          </li>
        </ul>
      </div>
    </section>
    <Notes title="Remarks" notes={[...report.target.notes, ...report.remarks]} />
    <Notes title="Stale in the baseline" notes={report.stale ?? []} />
  </>
);

const Notes = ({ title, notes }: { readonly title: string; readonly notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      <ul class="notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );

const targetList = ({ target, host, killpoint, specification, started, durationMs }: Report) => [
  ['target', [target.name, target.version].join(' ')],
  ['address', target.address],
  ['language', target.language],
  ...Object.entries(target.variant),
  ...Object.entries(target.binaries),
  ['specification', `${specification.revision} (${specification.hash})`],
  ['killpoint', killpoint],
  ['host', `${host.platform}, Node ${host.node}, ${counted(host.cores, 'core')}`],
  ['started', `${started}, took ${duration(durationMs)}`],
];
