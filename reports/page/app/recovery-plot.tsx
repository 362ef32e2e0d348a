import { duration } from '../../value-words.ts';
import type { Recovery } from '../recovery-cost.ts';

const WIDTH = 560;
const ROW = 22;

/** From the interruption to the next call, a mark for each history and a bar at the median, by boundary. Counted, never judged. */
export const RecoveryPlot = ({ recoveries }: { readonly recoveries: readonly Recovery[] }) => {
  const timed = recoveries.flatMap(({ toNextCallMs, ...one }) =>
    toNextCallMs === undefined ? [] : [{ ...one, toNextCallMs }],
  );
  if (timed.length === 0) return null;
  const boundaries = [...new Set(timed.map(({ boundary }) => boundary))].sort();
  const most = Math.max(1, ...timed.map(({ toNextCallMs }) => toNextCallMs));
  const x = (ms: number): number => (ms / most) * (WIDTH - 24) + 12;
  return (
    <>
      <h2>From the interruption to the next call</h2>
      <p class="soft">
        {timed.length} saved histories, which are those that failed and samples of the rest: a mark is one, the bar is
        the median. {recoveries.length - timed.length} more had no call after their interruption.
      </p>
      <section class="card pad scroll" tabIndex={0} aria-label="Recovery time by boundary">
        <table class="plot">
          <tbody>
            {boundaries.map((boundary) => {
              const own = timed.filter((one) => one.boundary === boundary);
              const times = own.map(({ toNextCallMs }) => toNextCallMs).sort((a, b) => a - b);
              const median = times[Math.floor(times.length / 2)] ?? 0;
              return (
                <tr key={boundary}>
                  <th scope="row" class="mono">
                    {boundary}
                  </th>
                  <td>
                    <svg class="strip" width={WIDTH} height={ROW} role="img" aria-label={`median ${duration(median)}`}>
                      <line class="base" x1={0} x2={WIDTH} y1={ROW / 2} y2={ROW / 2} />
                      {own.map(({ plan, deed, toNextCallMs }) => (
                        <circle
                          key={plan}
                          class={deed === 'stop' ? 'of-stop' : 'of-kill'}
                          cx={x(toNextCallMs)}
                          cy={ROW / 2}
                          r={4}
                        >
                          <title>{`${plan}: ${duration(toNextCallMs)}`}</title>
                        </circle>
                      ))}
                      <line class="median" x1={x(median)} x2={x(median)} y1={2} y2={ROW - 2} />
                    </svg>
                  </td>
                  <td class="n">{duration(median)}</td>
                  <td class="soft">{own.length}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p class="soft">
          <span class="key of-kill">killed</span> <span class="key of-stop">stopped</span> scale: 0 to {duration(most)}
        </p>
      </section>
    </>
  );
};
