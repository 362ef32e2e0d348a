import { useState } from 'preact/hooks';
import { targetWords } from '../../verdict-words.ts';
import type { PageData } from '../data.ts';
import { hashOf, type Route } from './route.ts';
import { shownTheme, switchTheme } from './theme.ts';

/** The bar at the top: where the reader is, the way back, and the theme. */
export const Header = ({ data, route }: { readonly data: PageData; readonly route: Route }) => {
  const [theme, setTheme] = useState(shownTheme());
  const target = targetWords(data.report.target);
  return (
    <header class="top bar-top">
      <nav aria-label="Where you are">
        <b>killpoint</b>
        {route.view === 'summary' ? (
          <span>{target}</span>
        ) : (
          <>
            <a href={hashOf({ view: 'summary' })}>{target}</a>
            {route.requirement === undefined ? null : (
              <>
                {' › '}
                <a class="mono" href={hashOf({ view: 'summary', anchor: route.requirement })}>
                  {route.requirement}
                </a>
              </>
            )}
            {' › '}
            <span>trace</span>
          </>
        )}
      </nav>
      <button type="button" class="button" onClick={() => setTheme(switchTheme())}>
        {theme === 'dark' ? 'Light' : 'Dark'}
      </button>
    </header>
  );
};
