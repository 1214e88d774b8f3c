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
.args { width: 100%; border-collapse: collapse; font-size: .875rem; margin: 0 0 1rem; }
.folded table.args td:not(.num) { max-width: none; }
.args caption { text-align: left; font-weight: 600; padding-bottom: .35rem; }
.args th, .args td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.args thead th { color: var(--soft); font-size: .8125rem; border-top: 0; }
.args .bad th { color: var(--stop); font-weight: 600; }
.args .fits td { color: var(--soft); }
.args small { display: block; color: var(--soft); font-size: .75rem; }
.celllabel { display: none; color: var(--soft); font-size: .75rem; }
.missed { font-size: .9375rem; }
.turnsteps { margin: 0 0 1.25rem; }
.turnsteps .facts { margin: .2rem 0; }
.lane { stroke: var(--strong); stroke-width: 1; fill: none; }
.lane.reads { fill: var(--raised); }
.lane.writes { fill: var(--accent); }
.more { margin: 1rem 0; }
.matrix th[scope='row'] { overflow-wrap: normal; word-break: keep-all; min-width: 7.5rem; position: sticky; left: 0; background: var(--paper); }
.notice .matrix th[scope='row'] { background: var(--raised); }
.folded table th[scope='row'] { min-width: 7rem; max-width: 11rem; }
.folded table.findings th[scope='row'] { min-width: 0; }
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
	.stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
	.folded .stacked :is(tbody, tr, th, td) { display: block; width: auto; max-width: none; overflow-wrap: anywhere; }
	.stacked tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
	.folded .stacked :is(th, td) { padding: .1rem 0; border: 0; }
	.stacked td::before { content: attr(data-column) ' '; color: var(--soft); font-size: .75rem; }
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
.status small { display: block; color: var(--soft); font-size: .75rem; }
mark { background: var(--mark); color: var(--mark-ink); text-decoration: underline wavy 1px; text-underline-offset: .25em; padding: 0 .1em; border-radius: 2px; }
.variantof .row > summary { padding: .35rem 0; }
.variantof .row > summary::after { content: none; }
.opener::before { content: '▸ ' / ''; display: inline-block; width: 1rem; }
.row[open] > summary .opener::before { content: '▾ ' / ''; }
.opener { color: var(--soft); font-size: .875rem; text-decoration: underline; text-decoration-color: var(--strong); text-underline-offset: .2em; }
.variantof .body { padding-left: 0; }
.runs th .muted, .runs td > .muted, .runmetric { display: block; }
.runs th { min-width: 12rem; }
.row.all > summary { text-decoration: underline; text-decoration-color: var(--strong); text-underline-offset: .2em; }
.sidebyside th[scope='row'] { position: sticky; left: 0; background: var(--paper); }
.sidebyside td, .sidebyside th { min-width: 9.5rem; padding-right: 1.5rem; }
.sidebyside .muted { display: block; }
.flipgrid { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr) 17rem; gap: .25rem 1.25rem; align-items: baseline; }
.flipgrid.placed { grid-template-columns: 13rem minmax(0, 1fr) 17rem; }
.flip { font-size: .875rem; font-weight: 600; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem 2.5rem; padding-bottom: 1.5rem; }
.side { min-width: 0; }
@media (max-width: 52rem) {
	.pair, .flipgrid, .flipgrid.placed { grid-template-columns: 1fr; }
	.sidebyside thead { display: none; }
	.sidebyside, .sidebyside tbody, .sidebyside tr, .sidebyside td, .sidebyside th[scope='row'] { display: block; }
	.sidebyside tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
	.sidebyside th[scope='row'] { position: static; font-weight: 600; border: 0; padding: 0; }
	.sidebyside td { display: grid; grid-template-columns: minmax(5rem, 7rem) 1fr; gap: 0 .5rem; border: 0; padding: .15rem 0; min-width: 0; }
	.sidebyside td::before { content: attr(data-run); color: var(--soft); overflow-wrap: anywhere; }
	.sidebyside td > * { grid-column: 2; }
	.args thead { display: none; }
	.args, .args tbody, .args tr, .args th[scope='row'], .args td, .args caption { display: block; }
	.args tr { border-top: 1px solid var(--line); padding: .4rem 0; }
	.args th[scope='row'], .args td { border: 0; padding: .1rem 0; }
	.args td { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .5rem; }
	.celllabel { display: block; }
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
