/** Whether a text fits a glob, in which `*` stands for any text. */
export const matches = (glob: string, text: string): boolean =>
  new RegExp(
    `^${glob
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(text);
