/** Where an attempt works. */
export type Place = { readonly run: string; readonly slot: string };
