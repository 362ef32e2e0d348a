import type { Size, ToldShrinking } from '../companions.ts';

/** A counterexample that was made smaller: what it was before, what is left, and what that left out. */
export const Shrinking = ({ shrinking: { before, after, leftOut } }: { readonly shrinking: ToldShrinking }) => (
  <section aria-labelledby="shrinking">
    <h2 id="shrinking">Made smaller</h2>
    <div class="card scroll">
      <table class="shrinking">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden">when</span>
            </th>
            <th scope="col">Plan</th>
            <th scope="col">Size</th>
            <th scope="col" class="n">
              Events
            </th>
          </tr>
        </thead>
        <tbody>
          <SizeRow name="before" size={before} />
          <SizeRow name="what is left" size={after} />
        </tbody>
      </table>
    </div>
    <p>
      It still fails without {leftOut.length === 0 ? 'what it had more' : ''}
      {leftOut.map((part, at) => (
        <span key={part}>
          {at === 0 ? '' : ', '}
          <del>{part}</del>
        </span>
      ))}
      ; nothing that is left can be left out alone.
    </p>
  </section>
);

const SizeRow = ({ name, size: { plan, size, events } }: { readonly name: string; readonly size: Size }) => (
  <tr>
    <th scope="row">{name}</th>
    <td class="mono">{plan}</td>
    <td>{size}</td>
    <td class="n">{events}</td>
  </tr>
);
