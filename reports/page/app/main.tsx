import { render } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { PageData } from '../data.ts';
import { pageData } from './embedded.ts';
import { Header } from './header.tsx';
import { routeOf } from './route.ts';
import { Summary } from './summary.tsx';
import { applyTheme } from './theme.ts';
import { Trace } from './trace.tsx';

const Page = ({ data }: { readonly data: PageData }) => {
  const [hash, setHash] = useState(location.hash);
  useLayoutEffect(() => {
    const changed = (): void => setHash(location.hash);
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  const route = routeOf(hash);
  return (
    <>
      <Header data={data} route={route} />
      <main>
        {route.view === 'trace' ? (
          <Trace key={route.history} data={data} route={route} />
        ) : (
          <Summary data={data} {...(route.anchor === undefined ? {} : { anchor: route.anchor })} />
        )}
      </main>
    </>
  );
};

applyTheme();
const place = document.createElement('div');
document.body.prepend(place);
render(<Page data={pageData()} />, place);
