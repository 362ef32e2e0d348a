import { useRef, useState } from 'preact/hooks';

/** A command that can be copied. Where a page may not write to the clipboard, its text is selected instead. */
export const Command = ({ text }: { readonly text: string }) => {
  const code = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      if (code.current !== null) getSelection()?.selectAllChildren(code.current);
      setSaid('Selected: press Ctrl+C');
    }
  };
  return (
    <div class="command-line">
      <code class="command" ref={code}>
        {text}
      </code>
      <button type="button" class="button" onClick={() => void copy()} aria-live="polite">
        {said}
      </button>
    </div>
  );
};
