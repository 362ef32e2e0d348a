/** Does something that takes a while once the next frame is on the screen. The returned function calls it off. */
export const afterPaint = (work: () => void): (() => void) => {
  let begin: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    begin = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(begin);
  };
};
