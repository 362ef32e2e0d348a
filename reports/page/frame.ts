import { html, type Markup } from './markup.ts';
import { pageStyle } from './style.ts';

/** What stands round the content of every page. `hash` gives the SHA-256 of a text's UTF-8 bytes in base64. */
export type Frame = {
  readonly title: string;
  /** What the bar at the top says behind the name of killpoint. */
  readonly top: Markup;
  readonly hash: (text: string) => string;
};

/** A whole page as one file that opens without a network and holds no script: its policy admits its own style by its hash, and nothing else. */
export const framed = ({ title, top, hash }: Frame, content: Markup): string => {
  const policy = `default-src 'none'; style-src 'sha256-${hash(pageStyle)}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>killpoint: ${title}</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<header class="top"><b>killpoint</b> ${top}</header>
<main>
${content}
</main>
</body>
</html>
`.markup;
};
