/** Of comparisons, after the style of all pages. */
export const COMPARISON_STYLE: string = `
.hero .eyebrow { margin-bottom: 1rem; }
.hero h2 { font-size: 1rem; margin: 1.5rem 0 -.75rem; }
.four { margin: 1.25rem 0 1.5rem; max-width: 56rem; }
.four div { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: .25rem 1rem; padding: .5rem 0; border-top: 1px solid var(--line); }
.four dt { color: var(--soft); }
.four dd { margin: 0; grid-column: 2; }
:lang(en) .four .answer dd::first-letter { text-transform: uppercase; }
.four .answer { border-top: 2px solid var(--ink); font-size: 1.0625rem; font-weight: 600; }
.head { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; margin: .6rem 0 1rem; }
.head h2 { font-size: 1.25rem; margin: 0; }
.head p { color: var(--soft); font-size: .875rem; margin: 0; }
.forest { margin-bottom: 1.25rem; }
.forest ol, .clocks { list-style: none; margin: 0; padding: 0; }
.forest li { display: grid; grid-template-columns: 16rem minmax(0, 1fr) 15rem; gap: 0 1.5rem; align-items: center; border-bottom: 1px solid var(--line); padding: .4rem 0; }
.forest li p { display: grid; margin: 0; line-height: 1.4; }
.forest .result { font-size: .875rem; }
.forest .axis { margin-left: 17.5rem; width: calc(100% - 34rem); height: 22px; }
.forest svg { width: 100%; }
.forest .strong { fill: var(--ink); font-weight: 600; }
.forest .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 6px; stroke-linejoin: round; }
.forest .base { stroke: var(--line); }
.forest .middle { stroke: var(--strong); }
.forest .ink { stroke: var(--ink); stroke-width: 2; }
.forest line.saved { stroke: var(--accent); stroke-width: 6; }
.forest .ring { fill: var(--paper); stroke: var(--ink); stroke-width: 2; }
.forest .dot { fill: var(--accent); stroke: var(--paper); stroke-width: 2; }
.forest .field { fill: var(--tint); opacity: .6; }
svg.series .grid { stroke: var(--line); }
svg.series line { stroke: var(--soft); stroke-width: 1.5; }
svg.series .baseline { stroke: var(--ink); stroke-dasharray: 4 3; }
svg.series circle { fill: var(--soft); }
svg.series .alike circle { fill: var(--accent); }
svg.series .stop circle { fill: var(--stop); }
svg.series circle.ring { fill: none; stroke: var(--accent); stroke-width: 2; }
svg.series .stop .step { fill: var(--stop); font-weight: 600; }
.hatched { opacity: .55; }
.caption { margin: .75rem 0 0; max-width: 46rem; }
.flip.lost { color: var(--stop); }
#flips .controls { grid-template-columns: minmax(10rem, 22rem) minmax(8rem, 14rem) 1fr; align-items: end; margin: 0 0 .9rem; }
#flips .controls p { margin: 0 0 .4rem; }
.flipfilter[hidden] { display: none; }
.flip.gained, .passed { color: var(--accent); }
.failed { color: var(--stop); }
.flipgrid > span { min-width: 0; }
.flipgrid .muted { display: block; }
.pair { padding: .25rem 0 1.25rem 6.75rem; }
.pair .expected, .pair .tokens { grid-column: 1 / -1; }
.pair .expected p { margin: 0; }
.side h4 { margin: 0 0 .4rem; font-size: .875rem; display: flex; flex-wrap: wrap; gap: .25rem .75rem; justify-content: space-between; border-bottom: 1px solid var(--strong); padding-bottom: .25rem; }
.out { font-size: .875rem; margin: 0 0 .35rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.out.called { font-family: var(--mono); font-size: .8125rem; }
.side mark { text-decoration: underline 2px; text-underline-offset: .2em; }
.side + .side mark { text-decoration: underline double 3px; }
.tokens p { margin: .25rem 0 0; }
.tokens b { color: var(--ink); }
.tokens svg { width: 100%; }
.tokens .saved, .clocks .bar { fill: var(--accent); }
.clocks li { border-top: 1px solid var(--line); padding: .5rem 0; max-width: 46rem; }
.clocks p { display: grid; grid-template-columns: 8rem minmax(0, 1fr) 9rem; gap: .75rem; align-items: center; margin: .2rem 0 0; font-size: .875rem; }
.clocks svg { width: 100%; }
@media (max-width: 52rem) {
	#figures .folded table td:not(.num), #figures .folded table th[scope='row'] { max-width: none; }
	.forest li { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .25rem 1rem; }
	.forest li svg { grid-column: 1 / -1; grid-row: 2; }
	.forest .result { text-align: right; }
	.forest .axis { margin: 0; width: 100%; }
	.four div { grid-template-columns: 4rem minmax(0, 1fr); }
	.pair { padding-left: 0; }
	#flips .controls { grid-template-columns: 1fr 1fr; }
	#flips .controls p { grid-column: 1 / -1; margin: 0; }
	.clocks p { grid-template-columns: 5rem minmax(0, 1fr) 7rem; }
}
`;
