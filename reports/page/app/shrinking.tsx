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
    {leftOut.length === 0 ? null : (
      <p>
        It fails without{' '}
        {leftOut.map((part, at) => (
          // The same part may have been left out more than once.
          <span key={`${at} ${part}`}>
            {at === 0 ? '' : ', '}
            <del>{part}</del>
          </span>
        ))}{' '}
        all the same.
      </p>
    )}
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
