/** The whole style of the page. There are no style attributes: the page's policy names this text by its hash. */
export const pageStyle = `
:root { color-scheme: light dark;
  --page: light-dark(#faf9f6, #161513); --card: light-dark(#fff, #1f1e1b); --sunk: light-dark(#f1efea, #292723);
  --line: light-dark(#dcd9d1, #3b3832); --text: light-dark(#1c1b19, #edeae3); --soft: light-dark(#5f5b53, #a9a397);
  --good: light-dark(#0b6b47, #6fd3a6); --good-back: light-dark(#dff3e9, #12382a);
  --broken: light-dark(#a5161b, #ff9a94); --broken-back: light-dark(#fde4e2, #4a1a1b);
  --open: light-dark(#2b5797, #9dbff2); --open-back: light-dark(#e4ecf8, #1d2f4d);
  --undocumented: light-dark(#7a4b00, #f2c265); --undocumented-back: light-dark(#fdeecd, #40300f);
  --heat: light-dark(#2b5797, #78a5e6); --link: light-dark(#1d4f9c, #9dbff2); }
:root[data-theme='light'] { color-scheme: light; } :root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
code, .mono { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .92em; overflow-wrap: anywhere; }
a { color: var(--link); }
.top { padding: .7rem 1.5rem; background: var(--card); border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.top b { margin-right: .7rem; }
main { max-width: 78rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.65rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 2.4rem 0 .3rem; font-size: 1.1rem; }
h2 + p { margin-top: 0; }
h4 { margin: 1.1rem 0 .2rem; font-size: .95rem; }
p { margin: .4rem 0; max-width: 70ch; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.lead { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 2rem; align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; overflow: hidden; }
.pad { padding: 1rem 1.2rem; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; align-items: start; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: .8rem 0 0; padding: 0; list-style: none; }
.chips li { padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); font-size: .85rem; overflow-wrap: anywhere; }
.chips .bad { border-color: var(--undocumented); color: var(--undocumented); background: var(--undocumented-back); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th, td { padding: .35rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-weight: 600; font-size: .82rem; background: var(--sunk); overflow-wrap: normal; }
td.name { white-space: nowrap; overflow-wrap: normal; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: flex; flex-wrap: wrap; gap: 2px; padding-top: .35rem; }
.bar i { width: .45rem; height: .8rem; border-radius: 2px; border: 1px solid transparent; }
.bar .good { background: var(--good); } .bar .broken { background: var(--broken); }
.bar .undocumented { background: var(--undocumented-back); border-color: var(--undocumented); }
.bar .open { background: var(--open-back); border-color: var(--open); } .bar .absent { border-color: var(--soft); border-style: dashed; }
.badge { display: inline-block; padding: .05rem .5rem; border: 1px solid; border-radius: .35rem; font-size: .85rem; white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good-back); }
.badge.broken { color: var(--broken); background: var(--broken-back); border-width: 2px; font-weight: 600; }
.badge.undocumented { color: var(--undocumented); background: var(--undocumented-back); font-weight: 600; }
.badge.open { color: var(--open); background: var(--open-back); border-style: dotted; }
.badge.absent { color: var(--soft); border-style: dashed; }
.group { padding: .4rem 1rem; background: var(--sunk); border-bottom: 1px solid var(--line); font-size: .9rem; }
.group:not(:first-child) { border-top: 1px solid var(--line); }
details.req + details.req { border-top: 1px solid var(--line); }
.req > summary { display: grid; grid-template-columns: minmax(0, 1fr) 12.5rem minmax(0, 20rem); gap: .2rem 1.2rem; padding: .6rem 1rem; cursor: pointer; list-style: none; }
.req > summary::-webkit-details-marker { display: none; }
.req > summary:hover { background: var(--sunk); }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
.req .id { font-weight: 600; } .req .id::before { content: '▸ '; color: var(--soft); } .req[open] .id::before { content: '▾ '; }
.req small { display: block; color: var(--soft); font-size: .85rem; }
.req .body { padding: .2rem 1rem 1.2rem 2rem; scroll-margin-top: 6rem; }
.req .body:target { box-shadow: inset 4px 0 0 var(--link); }
.case { margin: .8rem 0; padding: .7rem 1rem; border-left: 4px solid var(--line); background: var(--sunk); border-radius: 0 .4rem .4rem 0; }
.case.broken { border-left-color: var(--broken); } .case.undocumented { border-left-color: var(--undocumented); }
.facts { margin: .5rem 0; padding: 0; list-style: none; }
.facts li { display: grid; grid-template-columns: 3.2rem 5.5rem 6rem minmax(0, 1fr); gap: .6rem; padding: .15rem .4rem; border-radius: .3rem; overflow-wrap: anywhere; }
.facts .illegal { background: var(--broken-back); color: var(--broken); font-weight: 600; }
sup { color: var(--soft); font-size: .72em; margin-left: .15em; line-height: 1; }
.facts .minor { color: var(--soft); }
.facts span:first-child, .facts span:nth-child(2) { font-variant-numeric: tabular-nums; text-align: right; }
.command { display: block; margin: .6rem 0 0; padding: .5rem .8rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); user-select: all; }
.plans { font-size: .85rem; color: var(--soft); }
.plans code + code::before { content: ' · '; }
.heat { text-align: center; font-variant-numeric: tabular-nums; }
.h1 { background: color-mix(in srgb, var(--heat) 8%, transparent); } .h2 { background: color-mix(in srgb, var(--heat) 17%, transparent); }
.h3 { background: color-mix(in srgb, var(--heat) 27%, transparent); } .h4 { background: color-mix(in srgb, var(--heat) 40%, transparent); }
.missed { background: var(--undocumented-back); color: var(--undocumented); font-weight: 600; }
.none { color: var(--soft); background: repeating-linear-gradient(135deg, transparent 0 6px, var(--line) 6px 7px); }
.none span { background: var(--card); padding: 0 .4rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: 0; font-size: .9rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
ul.notes { margin: .4rem 0; padding-left: 1.2rem; max-width: 75ch; } ul.notes li { overflow-wrap: anywhere; }
@media (max-width: 60rem) { .lead, .pair { grid-template-columns: minmax(0, 1fr); } .req > summary { grid-template-columns: minmax(0, 1fr) max-content; } .req > summary > :last-child { grid-column: 1 / -1; } }
@media (max-width: 40rem) { main { padding: 1rem; } .req > summary { grid-template-columns: minmax(0, 1fr); } .req .body { padding-left: 1rem; }
  .facts li { grid-template-columns: 3rem 5rem 1fr; row-gap: 0; } .facts li > :last-child { grid-column: 1 / -1; } .wide { display: none; } th, td { padding: .35rem .45rem; } }
@media print { body { background: #fff; } .card { break-inside: avoid; } }
`;
