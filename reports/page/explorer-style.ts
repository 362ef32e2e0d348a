/** The style of the explorer, beside that of every page. Stacked marks take their ink and their filling from what they are of. */
export const explorerStyle = `
.top .button { flex: none; }
.bar-top { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
main { max-width: 92rem; }
.button { font: inherit; font-size: .85rem; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--text); cursor: pointer; }
.button:hover { background: var(--sunk); }
.button[aria-pressed='true'] { background: var(--text); color: var(--page); border-color: var(--text); }
.button.alarm { border-color: var(--broken); color: var(--broken); font-weight: 600; }
:is(button, input, select, [tabindex]):focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem 1rem; margin: .6rem 0; }
.tools h2 { margin: 0; }
.tools input[type='search'] { font: inherit; font-size: .9rem; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--text); }
.choices { display: inline-flex; border: 0; margin: 0; padding: 0; min-width: 0; }
.choices .button { border-radius: 0; margin-left: -1px; }
.choices .button:first-child { border-radius: .4rem 0 0 .4rem; }
.choices .button:last-child { border-radius: 0 .4rem .4rem 0; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; margin-left: auto; }
.scrub { width: 14rem; accent-color: var(--link); }
.first { margin-top: 1.4rem; border-left: 5px solid var(--line); }
.first.broken { border-left-color: var(--broken); } .first.undocumented { border-left-color: var(--undocumented); }
.answers { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); gap: 1rem 2rem; }
.eyebrow { margin: 0; font-weight: 600; }
.statement { font-size: 1.35rem; line-height: 1.25; margin: .4rem 0 .8rem; text-wrap: balance; }
.answers h3, .questions dt { font-size: .9rem; font-weight: 600; color: var(--text); margin: 0; }
.account { line-height: 1.75; max-width: 75ch; }
.questions { display: block; }
.questions dt { margin-top: .7rem; } .questions dt:first-child { margin-top: 0; }
.questions dd { margin: .1rem 0 0; }
.questions p { margin: .1rem 0; }
.number { display: inline-block; width: 1.5em; border-radius: 50%; background: var(--text); color: var(--page); font-size: .72rem; font-weight: 700; line-height: 1.5em; text-align: center; }
.number.illegal { background: var(--broken); }
.command-line { display: flex; gap: .5rem; align-items: stretch; margin: .3rem 0; }
.command-line .command { flex: 1; margin: 0; background: var(--sunk); }
.command-line .button { white-space: nowrap; }
.open-trace { display: inline-block; margin-top: .3rem; font-weight: 600; }
.also { display: inline-block; margin-right: 1rem; }
.more { max-width: none; }
.map th[scope='row'], .plot th { font-weight: 400; }
.strip .base { stroke: var(--line); } .strip .median { stroke: var(--text); stroke-width: 2; }
.strip circle { fill: none; stroke-width: 1.5; } .of-kill { stroke: var(--broken); } .of-stop { stroke: var(--open); }
.key::before { content: '○ '; font-weight: 700; } .key.of-kill::before { color: var(--broken); } .key.of-stop::before { color: var(--open); }
.plot { width: auto; } .plot th { white-space: nowrap; }
.lanes { display: flex; overflow: hidden; }
.lanes .names { flex: none; border-right: 1px solid var(--line); }
.lanes .window { flex: 1; min-width: 0; overflow-x: auto; overflow-y: hidden; }
.lanes svg { display: block; font-size: 11px; }
.lanes .window svg { cursor: crosshair; }
.lanes text, .chart text { fill: var(--text); }
.name { font-weight: 600; font-size: 12px; } .lanes .note { fill: var(--soft); }
.lane.even { fill: var(--card); } .lane.odd { fill: var(--sunk); }
.cursor { stroke: var(--link); stroke-width: 8; stroke-opacity: .3; }
.pause { stroke: var(--soft); stroke-dasharray: 1 4; }
.axis { fill: var(--soft); text-anchor: middle; font-size: 10px; }
.guide line, line.guide { stroke: var(--soft); stroke-dasharray: 2 3; } .guide circle { fill: var(--text); }
.guide text { fill: var(--page); text-anchor: middle; font-weight: 700; font-size: 11px; }
.lanes .guide text { fill: var(--page); }
.guide.illegal line, line.guide.illegal { stroke: var(--broken); stroke-dasharray: none; } .guide.illegal circle { fill: var(--broken); }
.guide.parted, line.guide.parted { stroke: var(--open); stroke-width: 2; stroke-dasharray: 6 3; }
.minimap { display: block; overflow: visible; margin: .3rem 0; cursor: pointer; font-size: 10px; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; touch-action: none; }
.minimap rect.mark { fill: var(--ink); stroke: none; } .minimap rect.late, .minimap rect.overlap { fill: var(--broken); } .minimap .guide text { font-size: 9px; }
.minimap .in-window { fill: var(--link); fill-opacity: .12; stroke: var(--link); } .minimap .cursor { stroke-width: 2; stroke-opacity: 1; }
.guide.here circle { stroke: var(--link); stroke-width: 3; }
.mark { --ink: var(--soft); --fill: none; }
.mark rect { fill: var(--fill); stroke: var(--ink); } .mark path { fill: none; stroke: var(--ink); stroke-width: 1.5; } .mark line { stroke: var(--ink); }
.mark.bar path { fill: none; } .mark .beyond { stroke-dasharray: 3 3; } .mark .unknown { font-weight: 700; }
.mark.diamond path, .mark.go path { fill: var(--ink); }
.mark.cross path, .mark.pause path { stroke-width: 2.5; }
.call { --ink: var(--open); --fill: var(--open-back); } .prompt { --ink: var(--open); --fill: var(--open-back); }
.mark.prompt rect { stroke-dasharray: 3 2; }
.withheld { --ink: var(--undocumented); --fill: var(--undocumented-back); }
.mark.command { --ink: #7359c4; --fill: color-mix(in srgb, #7359c4 18%, transparent); display: inline; padding: 0; background: none; margin: 0; }
.mark.refused { --ink: var(--undocumented); --fill: var(--undocumented-back); }
.booted { --ink: var(--soft); } .mark.booted rect { stroke-dasharray: 2 3; }
.works { --ink: var(--good); --fill: var(--good-back); }
.stopped { --ink: var(--soft); --fill: url(#hatch); } .mark.pause path { stroke: var(--text); }
.late { --ink: var(--broken); --fill: url(#hatch-late); }
.mark.lease { --ink: #0f7c86; --fill: color-mix(in srgb, #0f7c86 22%, transparent); } .mark.unsure { --ink: #0f7c86; } .mark.unsure rect { stroke-dasharray: 3 3; }
.mark.overlap { --ink: var(--broken); --fill: var(--broken-back); } .mark.overlap rect { stroke-width: 2; }
.hatch { stroke: var(--soft); stroke-width: 2; stroke-opacity: .55; } .hatch-late { stroke: var(--broken); stroke-width: 1.6; stroke-opacity: .7; }
.running { --ink: var(--open); --fill: var(--open-back); } .waiting { --ink: var(--undocumented); --fill: var(--undocumented-back); }
.succeeded, .committed, .applied, .stored { --ink: var(--good); --fill: var(--good-back); }
.mark.diamond.known path { fill: none; } .known { --ink: var(--good); }
.ended { --ink: var(--soft); --fill: var(--sunk); }
.lost, .killed, .missed { --ink: var(--broken); } .died { --ink: var(--undocumented); }
.mark.cut path { stroke-dasharray: 4 3; stroke-width: 2; }
.mark.tidied path { stroke-width: 1; }
.mark.tick line { stroke-opacity: .6; } .mark.gate path { stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .5rem 0; padding: 0; list-style: none; font-size: .8rem; color: var(--soft); }
.legend li { display: inline-flex; align-items: center; gap: .35rem; }
.now { max-width: none; padding: .5rem .9rem; border-left: 4px solid var(--link); background: var(--card); min-height: 2.6rem; }
.panels { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 5fr) minmax(0, 4fr); gap: 1rem; align-items: start; margin-top: 1rem; }
.panel h3 { margin: 0 0 .4rem; font-size: 1rem; } .panel h3.pad { padding-bottom: 0; }
.panel table { font-size: .82rem; } .panel th, .panel td { padding: .25rem .4rem; } .panel tbody th { font-weight: 600; color: var(--text); background: none; min-width: 4.6rem; }
.panel .wide-row { display: block; }
.group-name { margin: .9rem 0 .2rem; }
.changed { background: var(--undocumented-back); box-shadow: inset 3px 0 0 var(--undocumented); }
.lines { white-space: pre-line; }
.was { white-space: pre-line; color: var(--undocumented); font-size: .92em; }
.since { font: inherit; font-size: .78em; border: 0; background: none; color: var(--link); cursor: pointer; padding: 0 .25em; text-decoration: underline; }
.events { height: 560px; overflow-y: auto; position: relative; border-top: 1px solid var(--line); }
.event { position: absolute; left: 0; right: 0; display: grid; grid-template-columns: 3.4rem minmax(0, 1fr); gap: .4rem; padding: .2rem .8rem; font-size: .82rem; line-height: 1.4; overflow: hidden; cursor: pointer; }
.event .seq { color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; }
.event .words { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.event.here { background: var(--sunk); box-shadow: inset 4px 0 0 var(--link); font-weight: 600; }
.event.illegal { color: var(--broken); } .event.minor { color: var(--soft); }
.entity select { font: inherit; font-size: .85rem; max-width: 100%; background: var(--card); color: var(--text); border: 1px solid var(--line); border-radius: .3rem; padding: .15rem .3rem; }
.chart { width: 100%; max-width: 36rem; display: block; height: auto; margin: .4rem 0; font-size: 10px; }
.state rect { fill: var(--card); stroke: var(--text); stroke-width: 1.2; } .state text { text-anchor: middle; font-size: 11px; }
.state.here rect { fill: var(--text); } .chart .state.here text:not(.crowd) { fill: var(--page); font-weight: 700; }
.chart .crowd { fill: var(--soft); font-size: 8.5px; }
.way path { fill: none; stroke: var(--soft); } .chart .way text { fill: var(--soft); text-anchor: middle; font-size: 9px; paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
.way.taken path { stroke: var(--link); stroke-width: 2.5; } .chart .way.taken text { fill: var(--link); font-weight: 700; }
.chart marker path { fill: var(--soft); }
.refused-way path { fill: none; stroke: var(--broken); stroke-width: 2; stroke-dasharray: 4 3; } .refused-way circle { fill: var(--broken-back); stroke: var(--broken); }
.refused-way .stop { stroke-dasharray: none; }
.chart .refused-way text { fill: var(--broken); font-weight: 700; text-anchor: middle; }
.refusal { border: 1px solid var(--broken); border-radius: .4rem; padding: .5rem .8rem; margin: .6rem 0; }
.refusal p { margin: 0 0 .3rem; color: var(--broken); }
.legal { margin: .3rem 0; padding-left: 1.1rem; font-size: .85rem; }
.beside { font-size: .85rem; } .beside td { width: 45%; vertical-align: top; } .beside td.relation { width: 10%; min-width: 6.5rem; text-align: center; }
.beside .differs td, .beside .target-only td:last-child, .beside .moved td { background: var(--broken-back); } .beside .reference-only td:first-child { background: var(--good-back); }
.beside .excused { color: var(--soft); } .beside .parting td { border-top: 3px solid var(--broken); } .beside .parting .relation { color: var(--broken); font-weight: 700; }
.beside .here td:last-child { box-shadow: inset 4px 0 0 var(--link); font-weight: 600; }
@media (max-width: 75rem) { .panels { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } .panels > :first-child { grid-column: 1 / -1; } }
@media (max-width: 60rem) { .answers { grid-template-columns: minmax(0, 1fr); } .panels { grid-template-columns: minmax(0, 1fr); } .controls { margin-left: 0; } .lanes .names { width: 104px; } }
`;
