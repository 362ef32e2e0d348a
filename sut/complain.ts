/** Writes a trouble that a worker survives to its standard error; standard output belongs to the protocol. */
export const complain = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
};
