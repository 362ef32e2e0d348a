type Theme = 'light' | 'dark';

/** Takes the theme from `?theme=`, where the address has one; else the reader's own setting holds. */
export const applyTheme = (): void => {
  const asked = new URLSearchParams(location.search).get('theme');
  if (asked === 'light' || asked === 'dark') document.documentElement.dataset.theme = asked;
};

/** The theme that is shown now. */
export const shownTheme = (): Theme => {
  const set = document.documentElement.dataset.theme;
  if (set === 'light' || set === 'dark') return set;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** Shows the other theme and returns it. */
export const switchTheme = (): Theme => {
  const next = shownTheme() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  return next;
};
