/** Lets `ms` milliseconds pass. Only for looking again at a condition, never as the trigger of an intervention. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Looks at a condition until it holds; false when `ms` milliseconds passed first. */
export const until = async (condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> => {
  const end = performance.now() + ms;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await sleep(10);
  }
};

/** A promise with its resolver: what one side waits for and the other opens. */
export class Latch {
  readonly opened: Promise<void>;
  #open: () => void = () => undefined;
  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }
  open(): void {
    this.#open();
  }
}
