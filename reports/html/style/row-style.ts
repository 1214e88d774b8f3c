/** Rows, conversations, candidates. */
export const ROW_STYLE: string = `
.rows, .candidates, .steps, .legend { list-style: none; margin: 0; padding: 0; }
.rows > li { border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
.rows > li:first-child { border-top: 1px solid var(--line); }
.row > summary { list-style: none; cursor: pointer; padding: .85rem 0; position: relative; }
.row > summary::-webkit-details-marker { display: none; }
.row > summary:hover { background: var(--raised); }
.row > summary { padding-right: 1.75rem; }
.row > summary::after { content: '›' / ''; position: absolute; right: .35rem; top: .7rem; color: var(--soft); font-size: 1.25rem; line-height: 1.2; }
.row[open] > summary::after { rotate: 90deg; }
.rows > li:target { background: var(--tint); }
.columns { color: var(--soft); font-size: .8125rem; padding: 0 1.75rem .4rem 0; }
.prefixgrid, .toolgrid { display: grid; grid-template-columns: 3.25rem minmax(0, 1fr) 14rem 8.5rem; gap: .25rem 1.25rem; align-items: start; }
.number { display: flex; gap: .55rem; align-items: baseline; color: var(--soft); font-size: .875rem; }
.mark { color: var(--soft); font-size: 1.05rem; line-height: 1; }
.mark.good { color: var(--accent); }
.words, .asked, .said { min-width: 0; }
.asked { display: block; color: var(--soft); font-size: .9375rem; }
.asked.strong { color: var(--ink); font-size: 1rem; }
.said { display: flex; flex-wrap: wrap; gap: .35rem .6rem; align-items: baseline; margin-top: .2rem; }
.read { quotes: none; font-size: 1.0625rem; font-weight: 550; white-space: pre-wrap; }
.read.unread { font-weight: 400; color: var(--soft); }
.callcell, .times, .calls { font-size: .875rem; display: block; }
.callcell code { font-size: .8125rem; }
.callcell > * { display: block; }
.verdictword { color: var(--soft); }
.verdictword.wrong { color: var(--ink); font-weight: 600; }
.calldetail { font-size: .8125rem; }
.time { display: block; white-space: nowrap; }
.timename { color: var(--soft); font-size: .8125rem; }
.body, .variantsof { padding: .25rem 0 1.5rem 3.25rem; }
.plainsteps { display: grid; grid-template-columns: 7rem 1fr; gap: .35rem 1rem; margin: 0; font-size: .9375rem; }
.plainsteps dt { color: var(--soft); }
.plainsteps dd { margin: 0; white-space: pre-wrap; min-width: 0; }
.steps { display: grid; gap: .7rem; }
.step { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr); gap: 1rem; }
.at { color: var(--soft); font-size: .8125rem; text-align: right; padding-top: .7rem; border-right: 1px solid var(--line); padding-right: .8rem; }
.bubble { justify-self: start; max-width: 38rem; min-width: 0; padding: .55rem .9rem .65rem; border-radius: 4px 14px 14px 14px; background: var(--raised); }
.bubble p, .bubble pre { margin: 0; white-space: pre-wrap; }
.who { display: block; color: var(--soft); font-size: .75rem; }
.step.user .bubble { justify-self: end; border-radius: 14px 4px 14px 14px; background: var(--tint); }
.step.call .bubble, .step.malformed .bubble { border-radius: 4px; background: none; border: 1px solid var(--strong); }
.step.malformed .bubble, .step.error .bubble { border-style: dashed; }
.step.log .bubble { background: none; border: 1px dotted var(--strong); border-radius: 4px; }
.step.error .bubble { background: none; border: 1px dashed var(--ink); border-radius: 4px; }
.step.dropped .bubble { background: none; border: 1px dashed var(--strong); }
.step pre { max-height: 18rem; overflow: auto; }
.bubble pre + .who { border-top: 1px solid var(--line); margin-top: .5rem; padding-top: .4rem; }
.step.total .at { border-right-color: transparent; color: var(--ink); padding-top: 0; }
.step.total .facts { margin: 0; }
.facts { color: var(--soft); font-size: .8125rem; margin: 1rem 0 .5rem; }
.rawtext { margin: 1rem 0 0 5.75rem; }
.rawtext summary { cursor: pointer; color: var(--soft); font-size: .875rem; }
pre.raw mark { background: var(--mark); color: var(--mark-ink); }
pre.raw { white-space: pre-wrap; word-break: break-all; background: var(--raised); padding: .75rem 1rem; border-radius: 4px; max-height: 24rem; overflow: auto; margin: .25rem 0 1rem; }
.raw .token { color: var(--accent); font-weight: 600; }
.more { margin: 1rem 0; }
.matrix th[scope='row'] { overflow-wrap: normal; word-break: keep-all; min-width: 7.5rem; position: sticky; left: 0; background: var(--paper); }
.notice .matrix th[scope='row'] { background: var(--raised); }
.folded table th[scope='row'] { min-width: 7rem; max-width: 11rem; }
.folded table td:not(.num) { min-width: 6.5rem; max-width: 11rem; }
.matrix thead th { vertical-align: bottom; }
.notice > div { min-width: 0; }
.rules { display: block; font-size: .75rem; color: var(--soft); }
.fates { display: grid; gap: .15rem; margin-top: .35rem; font-size: .875rem; }
.fate { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: .75rem; }
@media (max-width: 40rem) {
	.matrix th.num { white-space: normal; overflow-wrap: normal; word-break: keep-all; }
	.matrix th, .matrix td { padding-right: .3rem; font-size: .75rem; }
	.matrix .rules { font-size: .6875rem; }
	.fate { grid-template-columns: 6.5rem minmax(0, 1fr); }
}
.row.plain > summary { display: flex; gap: .75rem; align-items: baseline; }
.row.plain .outcome { margin-left: auto; color: var(--soft); font-size: .875rem; text-align: right; }
.prompt .rows { margin-left: 3.25rem; }
.prompt .rows .asked { display: none; }
.prompt .rows .said { margin-top: 0; }
.toolgrid { grid-template-columns: 1.75rem minmax(0, 1fr) 11rem 5rem; }
.inputgrid { display: grid; grid-template-columns: minmax(0, 1fr) 11rem 17rem; gap: .25rem 1.25rem; align-items: baseline; }
.habit { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; }
.variantmarks { display: grid; gap: .1rem; font-size: .875rem; }
.variantmark { display: grid; grid-template-columns: 1.1rem 1fr auto; gap: .4rem; align-items: baseline; }
.variantmark span { color: var(--soft); }
.variantmark .mark.good { color: var(--accent); }
.variantmark .mark { font-size: .875rem; }
.variantsof { padding-left: 0; display: grid; gap: 1.25rem; }
.variantof { border-left: 2px solid var(--line); padding-left: 1rem; }
.varianthead { margin-bottom: .35rem; font-size: .9375rem; }
.candidate { display: grid; grid-template-columns: 2.75rem minmax(0, 1fr) 11rem; gap: .75rem; padding: .35rem 0; align-items: baseline; border-top: 1px solid var(--line); }
.level { font-weight: 650; font-size: .875rem; }
.framed { font-size: 1.0625rem; }
.candidate.rejected .framed, .candidate.surplus .framed { color: var(--soft); }
.status { font-size: .875rem; }
mark { background: var(--mark); color: var(--mark-ink); text-decoration: underline wavy 1px; text-underline-offset: .25em; padding: 0 .1em; border-radius: 2px; }
.variantof .row > summary { padding: .35rem 0; }
.variantof .row > summary::after { content: none; }
.opener::before { content: '▸ ' / ''; display: inline-block; width: 1rem; }
.row[open] > summary .opener::before { content: '▾ ' / ''; }
.opener { color: var(--soft); font-size: .875rem; text-decoration: underline; text-decoration-color: var(--strong); text-underline-offset: .2em; }
.variantof .body { padding-left: 0; }
.choices { display: grid; gap: .6rem; margin-bottom: 1.5rem; }
.choices nav { display: grid; grid-template-columns: 5rem 1fr; gap: .25rem .75rem; align-items: baseline; }
.choices ul { display: flex; flex-wrap: wrap; gap: .35rem; list-style: none; margin: 0; padding: 0; }
.choices .chip { text-decoration: none; }
.choices .chip[aria-current] { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.runs th .muted, .runs td > .muted, .runmetric, .rundecision { display: block; }
.runs th { min-width: 12rem; }
.rundecision .path { color: var(--accent); font-size: 1.125rem; }
.row.all > summary { text-decoration: underline; text-decoration-color: var(--strong); text-underline-offset: .2em; }
.comparisontitle { font-size: clamp(1.35rem, 3.2vw, 2rem); margin-bottom: 2rem; }
.sentence { display: block; }
.sidebyside th[scope='row'] { position: sticky; left: 0; background: var(--paper); }
.sentence + .sentence { margin-top: .5em; }
.sidebyside td, .sidebyside th { min-width: 9.5rem; padding-right: 1.5rem; }
.sidebyside .muted { display: block; }
.flipgroup { margin-bottom: 2rem; }
.flipgrid { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr) 17rem; gap: .25rem 1.25rem; align-items: baseline; }
.flipgrid.placed { grid-template-columns: 13rem minmax(0, 1fr) 17rem; }
.flip { font-size: .875rem; font-weight: 600; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem; padding-bottom: 1.5rem; }
.pair .body { padding: 0; }
.pair .step { grid-template-columns: 3.6rem minmax(0, 1fr); gap: .7rem; }
.pair .rawtext { margin-left: 0; }
.side { min-width: 0; }
.sidename { font-weight: 600; font-size: .875rem; border-bottom: 2px solid var(--line); padding-bottom: .25rem; }
@media (max-width: 52rem) {
	.pair, .flipgrid, .flipgrid.placed { grid-template-columns: 1fr; }
	.sidebyside thead { display: none; }
	.sidebyside, .sidebyside tbody, .sidebyside tr, .sidebyside td, .sidebyside th[scope='row'] { display: block; }
	.sidebyside tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
	.sidebyside th[scope='row'] { position: static; font-weight: 600; border: 0; padding: 0; }
	.sidebyside td { display: grid; grid-template-columns: minmax(5rem, 7rem) 1fr; gap: 0 .5rem; border: 0; padding: .15rem 0; min-width: 0; }
	.sidebyside td::before { content: attr(data-run); color: var(--soft); overflow-wrap: anywhere; }
	.sidebyside td > * { grid-column: 2; }
	.runs thead { display: none; }
	.runs, .runs tbody, .runs tr, .runs td, .runs th { display: block; }
	.runs tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
	.runs td, .runs th { border: 0; padding: .1rem 0; }
	.columns { display: none; }
	.prefixgrid { grid-template-columns: 2.75rem minmax(0, 1fr); }
	.prefixgrid .callcell, .prefixgrid .times, .prefixgrid .share { grid-column: 2; }
	.callcell > * { display: inline; margin-right: .5rem; }
	.prefixgrid .times { text-align: left; display: flex; flex-wrap: wrap; gap: 0 1rem; }
	.toolgrid { grid-template-columns: 1.5rem minmax(0, 1fr); }
	.toolgrid .said, .toolgrid .times { grid-column: 2; text-align: left; }
	.inputgrid { grid-template-columns: 1fr; }
	.candidate { grid-template-columns: 2.25rem minmax(0, 1fr); }
	.candidate .status { grid-column: 2; }
	.body { padding-left: 0; }
	.step { grid-template-columns: 3.6rem minmax(0, 1fr); gap: .6rem; }
	.at { padding-right: .45rem; font-size: .75rem; }
	.rawtext { margin-left: 0; }
	.prompt .rows { margin-left: 1rem; }
	.plainsteps { grid-template-columns: 1fr; gap: 0; }
	.plainsteps dd { margin-bottom: .5rem; }
}
`;

/** Inline SVG; widths are percentages, so that text keeps its size on a phone. */
export const CHART_STYLE: string = `
svg { display: block; overflow: visible; }
svg text { fill: var(--soft); font-size: .75rem; font-family: var(--sans); }
.barbox { margin: 0 0 1rem; }
.cell.hit { fill: var(--accent); }
.cell.miss { fill: none; stroke: var(--strong); stroke-width: 1.5; }
.cell.open { fill: none; stroke: var(--strong); stroke-width: 1.5; stroke-dasharray: 3 4; }
.glyph.hit { fill: var(--accent-ink); font-size: 1rem; font-weight: 700; }
.glyph.miss { fill: var(--soft); font-size: 1rem; }
.threshold { stroke: var(--ink); stroke-width: 2; }
.verdictbar .thresholdlabel { fill: var(--ink); font-size: .8125rem; font-weight: 600; }
.interval line { stroke: var(--ink); stroke-width: 2; }
.interval circle { fill: var(--ink); stroke: var(--paper); stroke-width: 2; }
.interval.exact line { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 4 3; }
.keyline { display: inline-block; width: 1.5rem; margin-right: .5rem; vertical-align: middle; border-top: 2px solid var(--ink); }
.keyline.exact { border-top: 1px dashed var(--soft); }
.variant { margin-bottom: 2rem; }
.variantname { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1rem; margin-bottom: .5rem; }
.variantrate { font-weight: 400; font-size: .875rem; color: var(--soft); }
.variantrate .figure { font-size: 1.125rem; color: var(--ink); }
.facts .figure { font-size: inherit; }
.segment { stroke: var(--strong); stroke-width: 1; }
.ground { fill: var(--raised); }
.hatch { stroke: var(--soft); stroke-width: 1; fill: none; }
.accentfill { fill: var(--accent); }
.outcomebar text { font-size: .8125rem; font-weight: 650; fill: var(--ink); stroke: var(--raised); stroke-width: 4; paint-order: stroke; }
.outcomebar text.solid { fill: var(--accent-ink); stroke: none; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; margin: .6rem 0; font-size: .875rem; }
.legend li { display: flex; align-items: center; gap: .45rem; }
.multiples { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 2.25rem 3rem; margin-top: 2rem; }
.multiples.flow { display: block; columns: 20rem 2; column-gap: 3rem; }
.flow .multiple { break-inside: avoid; padding-bottom: 2.25rem; }
.flow .multiple figcaption { min-height: 0; }
.multiple { margin: 0; min-width: 0; }
.multiple h3 { margin: 0; }
.multiple figcaption { min-height: 3.6rem; }
.multiple figcaption p { margin: 0; }
.strip { margin-top: .6rem; }
.striplabel { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem; margin: 0 0 .2rem; font-size: .8125rem; color: var(--soft); }
.striplabel b { color: var(--ink); font-weight: 650; }
.striplabel .muted { font-size: inherit; }
.base { stroke: var(--strong); stroke-width: 1; }
.dot, .barmark { fill: var(--soft); }
svg .beyond { fill: var(--ink); font-size: 1rem; font-weight: 700; }
.p50 { stroke: var(--accent); stroke-width: 2; }
.p95 { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 3 2; }
.budget { fill: var(--tint); }
.budgetend { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 1 2; }
.budgetlabel { font-size: .75rem; color: var(--soft); margin: .1rem 0 0; }
.grid { stroke: var(--line); stroke-width: 1; }
.point line { stroke: var(--soft); stroke-width: 1.5; }
.point circle { fill: var(--accent); stroke: var(--paper); stroke-width: 2; }
.scatter .pointlabel { fill: var(--ink); font-size: .8125rem; font-weight: 600; }
.axis { margin-top: .1rem; }
`;
