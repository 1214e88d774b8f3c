/** Style of the history, added to that of all pages. */
export const HISTORY_STYLE: string = `
.runs th a { display: block; }
.runs th a.folder, .runs th .folder { font-family: var(--mono); font-size: .86em; }
.runmetric code { color: var(--soft); font-size: .75rem; overflow-wrap: anywhere; }
h1 + .code { margin: .15rem 0 .75rem; color: var(--soft); }
svg .seriesmark { fill: var(--accent); stroke: var(--accent); stroke-width: 1.5; }
svg .seriesmark.hollow { fill: var(--paper); }
svg .joined { stroke: var(--accent); stroke-width: 1.5; }
svg .seriesmark.s1, svg .joined.s1, svg .seriesmark.s3, svg .joined.s3 { stroke: var(--ink); }
svg .seriesmark.s2, svg .joined.s2, svg .seriesmark.s4, svg .joined.s4, svg .seriesmark.s5, svg .joined.s5 { stroke: var(--soft); }
svg .seriesmark.s1:not(.hollow), svg .seriesmark.s3:not(.hollow) { fill: var(--ink); }
svg .seriesmark.s2:not(.hollow), svg .seriesmark.s4:not(.hollow), svg .seriesmark.s5:not(.hollow) { fill: var(--soft); }
svg .joined.s1, svg .joined.s4 { stroke-dasharray: 6 3; }
svg .joined.s2, svg .joined.s5 { stroke-dasharray: 2 3; }
svg .seriesletter { fill: var(--ink); font-weight: 650; stroke: var(--paper); stroke-width: 3; paint-order: stroke; }
.serieslist { list-style: none; margin: .6rem 0 1rem; padding: 0; font-size: .875rem; display: grid; gap: .35rem; }
.serieslist li { display: grid; grid-template-columns: 1.1rem 1.1rem minmax(0, 1fr); gap: .35rem; align-items: baseline; }
.serieslist.more li { display: block; }
.serieslist svg { align-self: start; margin-top: .25rem; }
@media (max-width: 52rem) {
	.runs thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	.runs, .runs tbody, .runs tr, .runs th, .runs td { display: block; width: 100%; }
	.runs th, .runs td { padding: .3rem 0; border: 0; min-width: 0; }
	.runs td:empty { display: none; }
	.runs td[data-column]::before { content: attr(data-column); display: block; color: var(--soft); font-size: .75rem; }
	.runs tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
}
`;

/** Of the list of runs, after the style of the history: thirty runs on a screen of 900 pixels. */
export const LIST_STYLE: string = `
main, .top, footer { max-width: 92rem; padding-inline: clamp(1rem, 2vw, 1.5rem); }
.top { padding-top: .6rem; padding-bottom: .3rem; }
section.hero { padding: .35rem 0 1.5rem; border: 0; }
section + section { padding: 1rem 0; }
.bar { display: flex; flex-wrap: wrap; gap: .35rem .6rem; align-items: center; margin-bottom: .35rem; font-size: .875rem; }
.bar h1 { font-size: 1.25rem; }
.bar .lead { margin: 0 auto 0 0; font-size: .875rem; }
.filters { display: flex; flex-wrap: wrap; gap: .35rem; }
.filters input, .filters select { font: inherit; font-size: .8125rem; color: var(--ink); background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; padding: .2rem .4rem; height: 2rem; max-width: 9.5rem; }
.filters input { width: 15rem; max-width: 100%; }
.bar button { min-height: 2rem; padding: .2rem .8rem; font-size: .8125rem; }
.bar .go { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
#compare { order: 1; }
.runlist { font-size: .8125rem; line-height: 1.2; }
.runlist th, .runlist td { height: 1.5625rem; padding: 0 .8rem 0 0; vertical-align: middle; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 10.5rem; }
.runlist th:last-child, .runlist td:last-child { padding-right: 0; }
.runlist thead th { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom-color: var(--strong); max-width: 7.5rem; height: 1.75rem; }
.runlist a { text-decoration: none; }
.runlist a:hover { text-decoration: underline; }
.runlist [aria-sort] { color: var(--ink); font-weight: 600; }
.runlist tbody tr:hover > * { background: var(--raised); }
.runlist .muted { font-size: inherit; }
.runlist .pick { width: 1.6rem; padding-right: .5rem; }
.pick input { accent-color: var(--accent); margin: 0; vertical-align: middle; }
.runlist tbody .run { max-width: 11rem; }
.runlist tbody .run a { font-weight: 600; }
.runlist .broken { max-width: 0; color: var(--soft); }
.runlist tbody .standing { max-width: 19rem; }
.runlist .verdict b { display: inline-block; min-width: 1.1rem; }
.runlist .path, .runlist .pass, .runlist .now { color: var(--accent); font-weight: 650; }
.runlist .fail, .runlist .stops { color: var(--stop); font-weight: 650; }
.runlist .open { color: var(--soft); }
.runlist td.rate, .runlist td.verdict { max-width: none; }
.spread { display: inline-block; vertical-align: -.1em; margin-right: .45rem; }
.spread .base { stroke: var(--line); }
.spread rect { fill: var(--accent); opacity: .35; }
.spread .limit { stroke: var(--ink); stroke-width: 1.5; }
.spread .done { stroke: var(--accent); stroke-width: 6; }
.spread circle { fill: var(--accent); stroke: var(--accent); }
.spread .part { fill: var(--paper); }
.spread.stopped rect, .spread.stopped circle { fill: var(--stop); stroke: var(--stop); }
.runlist .ci { display: none; }
.chips { display: flex; flex-wrap: wrap; gap: .35rem; list-style: none; margin: 0; padding: 0; }
.chips a { text-decoration: none; }
.chips a:hover { border-color: var(--ink); }
@media (min-width: 60.01rem) { .pathsaid { display: none; } }
@media (max-width: 84rem) { .runlist .rate2, .runlist .took, .runlist .engine { display: none; } }
@media (max-width: 72rem) { .runlist .rate1, .runlist .started { display: none; } }
@media (max-width: 60rem) {
	.filters { width: 100%; }
	.filters input { flex: 1 1 100%; width: auto; }
	.filters select { flex: 1 1 28%; min-width: 0; max-width: none; }
	#compare { order: 0; }
	.runlist thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	.runlist { display: block; }
	.runlist tbody { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); column-gap: 2.5rem; border-top: 1px solid var(--line); }
	.runlist tr { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-content: start; gap: .15rem 1rem; padding: .55rem 0 .55rem 1.9rem; border-bottom: 1px solid var(--line); position: relative; }
	.runlist tbody th, .runlist tbody td, .runlist .broken { height: auto; border: 0; padding: 0; max-width: none; line-height: 1.45; }
	.runlist .pick { position: absolute; left: 0; top: .6rem; width: auto; }
	.pick input { width: 1.15rem; height: 1.15rem; }
	.runlist tbody .run { font-size: .9375rem; order: 1; white-space: normal; overflow-wrap: anywhere; }
	.runlist .state { order: 2; text-align: right; }
	.state .spread { display: none; }
	.runlist .model { order: 3; }
	.runlist td.started { display: revert; color: var(--soft); order: 4; text-align: right; }
	.runlist tbody .standing { order: 4; grid-column: 1 / -1; white-space: normal; }
	.runlist td.engine { display: revert; order: 5; grid-column: 1 / -1; }
	.runlist .verdict { order: 6; grid-column: 1 / -1; }
	.runlist td.rate { display: revert; order: 7; grid-column: 1 / -1; }
	.runlist td.verdict b { min-width: 6.5rem; }
	.runlist .num { order: 8; text-align: left; display: revert; }
	.runlist .broken { order: 9; grid-column: 1 / -1; white-space: normal; }
	.runlist .rate::before, .runlist .num::before { content: attr(data-column) ' '; color: var(--soft); }
	.runlist .rate::before { display: inline-block; width: 6.5rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; }
	.runlist .ci { display: inline; margin-left: .4rem; }
	.runlist tbody tr td:empty { display: none; }
}
`;
