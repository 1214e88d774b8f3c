/** Inline SVG; widths are percentages, so that text keeps its size on a phone. */
export const CHART_STYLE: string = `
svg { display: block; overflow: visible; }
svg text { fill: var(--soft); font-size: .75rem; font-family: var(--sans); }
.barbox { margin: 0 0 1rem; }
.cell { stroke: var(--strong); stroke-width: 1.5; }
.cell.worth, .cell.hit { fill: var(--accent); stroke: none; }
.cell.wordless, .cell.miss, .cell.no-call, .cell.unscored { fill: none; }
.cell.no-call { stroke-dasharray: 2 3; }
.cell.unscored { stroke-dasharray: 6 4; }
.verdictbar a:hover .cell, .verdictbar a:focus-visible .cell { stroke: var(--ink); stroke-width: 2.5; }
.verdictbar .glyph { font-size: 1rem; }
.verdictbar .glyph.worth, .verdictbar .glyph.hit { fill: var(--accent-ink); font-weight: 700; }
.verdictbar .glyph.not-worth { fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 5; }
.threshold { stroke: var(--ink); stroke-width: 2; }
.verdictbar .thresholdlabel { fill: var(--ink); font-size: .8125rem; font-weight: 600; }
.interval .range { stroke: var(--accent); stroke-width: 5; }
.interval.rule .range { stroke: var(--strong); }
.interval .exact { stroke: var(--soft); stroke-width: 1; }
.interval circle { fill: var(--ink); stroke: var(--paper); stroke-width: 2; }
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
.axis { margin-top: .1rem; }
.panels { margin: .25rem 0 0; }
.panels h3 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; font-size: .875rem; margin: 1.1rem 0 .2rem; }
.panels h3 span { font-weight: 400; color: var(--soft); }
.panels svg { margin-left: 3rem; width: calc(100% - 3rem); }
.panels svg text.strong { fill: var(--ink); }
.shade { fill: var(--ink); opacity: .03; }
.shade.heat1 { opacity: .08; }
.shade.heat2 { opacity: .16; }
.shade.heat3 { opacity: .26; }
.sustained .turns div:last-child { border-top: 2px solid var(--ink); font-weight: 600; }
`;
