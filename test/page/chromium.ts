import { existsSync } from 'node:fs';

/** Where a Chromium lies: where CHROMIUM_PATH says, else where Linux distributions put it. */
export const chromiumPath = (): string | undefined => {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return places.find((place) => place !== undefined && place !== '' && existsSync(place));
};

/** Says where it cannot be missed that nothing was tested in a browser. */
export const sayThatSkipped = (): void => {
  process.stderr.write(
    '\nSKIPPED: the tests of the page in a browser. No Chromium was found; install one, or name it in CHROMIUM_PATH.\n\n',
  );
};
