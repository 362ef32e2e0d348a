/** How far a run has come: for people who wait. */
export type Progress = {
  readonly done: number;
  readonly planned: number;
  readonly failing: number;
  readonly last: string;
};
