/** Of the page of a sweep, added to that of all pages. */
export const SWEEP_STYLE = `
.hero h1 + .lead { margin: .6rem 0 0; }
.hero .lead { margin-bottom: .25rem; font-size: 1.0625rem; }
.hero .notices { margin: 1rem 0 0; }
.hero .lead.open { font-size: .9375rem; }
.over { display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .875rem; color: var(--soft); margin-bottom: .75rem; }
.headed { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; margin: .5rem 0 1rem; }
.headed h2 { font-size: 1.25rem; margin: 0; }
.headed p { color: var(--soft); font-size: .875rem; margin: 0; }
figure { margin: 0; }
.plot { display: block; width: 100%; overflow: visible; }
.plot.nrw { display: none; }
.plot text { font: 400 .75rem var(--sans); fill: var(--soft); font-variant-numeric: tabular-nums; }
.plot .b { font-weight: 650; font-size: .875rem; fill: var(--ink); }
.plot .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 5px; stroke-linejoin: round; }
.plot .k { fill: var(--ink); }
.plot .ong { fill: var(--accent-ink); font-weight: 700; }
.s-line { stroke: var(--line); fill: none; }
.s-strong { stroke: var(--sweep-strong); fill: none; }
.s-soft { stroke: var(--soft); fill: none; }
.s-accent { stroke: var(--accent); fill: none; }
.ci { stroke-width: 2; }
.ring { stroke-width: 2; }
.front { stroke-width: 1.5; stroke-dasharray: 2 4; }
.wide { stroke-width: 4; opacity: .5; }
.good { fill: var(--accent); stroke: var(--paper); stroke-width: 1.5; }
.dom { fill: var(--paper); stroke: var(--sweep-strong); stroke-width: 1.5; }
.f-accent { fill: var(--accent); }
.f-strong { fill: var(--sweep-strong); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .875rem; color: var(--soft); list-style: none; margin: .75rem 0 0; padding: 0; }
.legend li { display: flex; gap: .4rem; align-items: center; }
.legend svg { width: 14px; height: 14px; flex: none; }
table.sweep td, table.sweep th { vertical-align: baseline; padding-right: .9rem; }
table.sweep .no span { display: inline-block; min-width: 1.6em; text-align: center; border-radius: 1rem; border: 1.5px solid var(--sweep-strong); line-height: 1.5; font-size: .8125rem; }
table.sweep .ok .no span, table.sweep .best .no span { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 700; }
table.sweep .best { background: var(--tint); }
table.sweep .best .note { color: var(--accent); font-weight: 650; }
table.sweep .dim { color: var(--soft); }
table.sweep tr:target { outline: 2px solid var(--accent); }
table.sweep .mini { vertical-align: middle; }
.parity { list-style: none; margin: 0; padding: 0; }
.parity li { display: grid; grid-template-columns: 1.1fr 1.2fr .9fr 1.6fr .9fr .9fr; gap: .25rem 1.25rem; border-top: 1px solid var(--line); padding: .75rem 0; font-size: .875rem; }
.parity li > div { min-width: 0; }
.parity b { display: block; }
.parity .muted { font-size: .8125rem; display: block; }
.parity .yes { color: var(--accent); }
.parity .no { color: var(--sweep-stop); }
.parity li.heads { border: 0; padding: 0 0 .4rem; color: var(--soft); }
.parity svg { display: block; width: 100%; }
.share { fill: var(--raised); stroke: var(--sweep-strong); }
.where { background: var(--raised); border-radius: 8px; padding: .75rem 1rem; margin-top: 1rem; font-size: .875rem; }
.where p { margin: 0 0 .25rem; }
.where mark { background: var(--mark); color: var(--mark-ink); border-radius: 2px; }
:root { --sweep-strong: #8b908c; --sweep-stop: #a3341c; }
@media (prefers-color-scheme: dark) { :root { --sweep-strong: #6d747c; --sweep-stop: #ff9a80; } }
@media (max-width: 48rem) {
	.plot.w { display: none; }
	.plot.nrw { display: block; }
	table.sweep thead { display: none; }
	table.sweep, table.sweep tbody { display: block; }
	table.sweep tr { display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: baseline; padding: .6rem 0; border-bottom: 1px solid var(--line); }
	table.sweep .best { padding-inline: .5rem; margin-inline: -.5rem; }
	table.sweep td, table.sweep th { border: 0; padding: 0; text-align: left; }
	table.sweep th { flex: 1 1 60%; }
	table.sweep td[data-label]::before { content: attr(data-label) ' '; color: var(--soft); }
	table.sweep td:empty, table.sweep td.chart { display: none; }
	table.sweep td.note, table.sweep td.refused { flex: 1 0 100%; }
	.parity li { grid-template-columns: 1fr 1fr; }
	.parity li.heads { display: none; }
}
@media print { table.sweep tr, .parity li, figure { break-inside: avoid; } }
`;
