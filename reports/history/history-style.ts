/** What the pages of the history have beside the style of all pages. */
export const HISTORY_STYLE: string = `
.find { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: end; margin: 0 0 1rem; }
.find label { flex: 1 1 12rem; max-width: 26rem; display: grid; gap: .2rem; font-size: .8125rem; color: var(--soft); }
.find input[type=search] { font: inherit; font-size: .9375rem; color: var(--ink); background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; padding: .35rem .5rem; min-height: 2.25rem; width: 100%; min-width: 0; }
.runs th a { display: block; }
.runs th a.folder, .runs th .folder { font-family: var(--mono); font-size: .86em; }
.runs .state { display: block; color: var(--soft); font-size: .875rem; }
.runs .now { color: var(--accent); font-weight: 650; }
.runmetric code { color: var(--soft); font-size: .75rem; overflow-wrap: anywhere; }
h1 + .lead { margin-top: .5rem; }
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
@media (max-width: 40rem) {
	.choices nav { grid-template-columns: 1fr; }
	.runs thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	.runs, .runs tbody, .runs tr, .runs th, .runs td { display: block; width: 100%; }
	.runs th, .runs td { padding: .3rem 0; border: 0; min-width: 0; }
	.runs td:empty { display: none; }
	.runs td[data-column]::before { content: attr(data-column); display: block; color: var(--soft); font-size: .75rem; }
	.runs tr { padding: .6rem 0; border-bottom: 1px solid var(--line); }
}
`;
