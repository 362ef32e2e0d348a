import { html, type Markup } from './markup.ts';
import { pageStyle } from './style.ts';

/** What stands round the content of every page. `hash` gives the SHA-256 of a text's UTF-8 bytes in base64. */
export type Frame = {
  readonly title: string;
  readonly hash: (text: string) => string;
  /** More style, and the script that runs once the content is there. Neither may hold the end of its own element. */
  readonly style?: string;
  readonly script?: string;
};

/** A whole page as one file that opens without a network: its policy admits its own style and script by their hashes, and nothing else. */
export const framed = ({ title, hash, style = '', script }: Frame, content: Markup): string => {
  const styles = pageStyle + style;
  const scripts = script === undefined ? '' : `script-src 'sha256-${hash(script)}'; `;
  const policy = `default-src 'none'; style-src 'sha256-${hash(styles)}'; ${scripts}base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>killpoint: ${title}</title>
<style>${{ markup: styles }}</style>
</head>
<body>
${content}${script === undefined ? undefined : html`<script>${{ markup: script }}</script>`}
</body>
</html>
`.markup;
};
