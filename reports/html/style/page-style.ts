import { CHART_STYLE } from './chart-style.ts';
import { ROW_STYLE } from './row-style.ts';

/** No element has a style of its own: the content security policy allows only this sheet, by its hash. */
const BASE_STYLE = `
:root {
	color-scheme: light dark;
	--paper: #fdfdfb; --raised: #f5f5f1; --ink: #1a1c20; --soft: #5a606b; --line: #dfe0dc; --strong: #8b908c;
	--accent: #0b6b64; --accent-ink: #ffffff; --tint: #dcece9; --mark: #f6e3b4; --mark-ink: #3f2e00; --stop: #a3341c; --stop-tint: #faeae4;
	--gap: clamp(1rem, 4vw, 2.5rem);
	--sans: Pretendard, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Noto Sans CJK KR', 'Malgun Gothic', system-ui, sans-serif;
	--mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono', 'D2Coding', 'Noto Sans Mono CJK KR', monospace;
}
@media (prefers-color-scheme: dark) {
	:root {
		--paper: #131517; --raised: #1b1e21; --ink: #e9eaec; --soft: #a3a9b3; --line: #2c3034; --strong: #6d747c;
		--accent: #63cabf; --accent-ink: #0c2421; --tint: #16332f; --mark: #5a4710; --mark-ink: #ffe9b0; --stop: #ff9a80; --stop-tint: #35201a;
	}
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body {
	margin: 0; background: var(--paper); color: var(--ink);
	font: 400 1rem/1.65 var(--sans); font-variant-numeric: tabular-nums;
	word-break: keep-all; overflow-wrap: anywhere;
}
main, .top, footer { max-width: 68rem; margin: 0 auto; padding: 0 var(--gap); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 2; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 3px; }
a { color: inherit; text-decoration-color: var(--strong); text-underline-offset: .2em; }
p { margin: 0 0 .75rem; }
.top { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 2rem; padding-top: 1.25rem; padding-bottom: 1rem; font-size: .875rem; }
.top p, .top ul { margin: 0; padding: 0; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; }
.top nav a { color: var(--soft); text-decoration: none; }
.top nav a:hover { color: var(--ink); text-decoration: underline; }
section { padding: .9rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section.hero { padding: 1.5rem 0 2rem; }
section.finder { padding: 1.75rem 0; }
h1 { font-size: clamp(1.5rem, 3.8vw, 2.25rem); line-height: 1.3; font-weight: 650; letter-spacing: -.02em; margin: 0; text-wrap: balance; }
h2 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; margin: 0 0 .35rem; }
h3 { font-size: 1rem; font-weight: 650; margin: 2rem 0 .6rem; }
.lead { color: var(--soft); max-width: 46rem; margin-bottom: 1.75rem; }
.muted, .eyebrow { color: var(--soft); }
.muted { font-size: .875rem; }
.num { font-variant-numeric: tabular-nums; text-align: right; }
code, pre, .hash { font-family: var(--mono); font-size: .86em; }
.eyebrow { font-size: .9375rem; margin-bottom: .75rem; }
.ondevice { display: block; font-size: 1rem; font-weight: 600; letter-spacing: 0; color: var(--accent); margin-bottom: .25rem; }
.heroline { display: grid; grid-template-columns: auto 1fr; gap: clamp(1rem, 4vw, 2.75rem); align-items: center; margin-bottom: 1.25rem; }
.letter { font-size: clamp(4.5rem, 12vw, 7.5rem); line-height: .78; font-weight: 700; letter-spacing: -.05em; color: var(--accent); padding-bottom: .06em; }
.letter.open { color: var(--soft); }
.letter.word { font-size: clamp(1.75rem, 6vw, 3.5rem); line-height: 1.05; letter-spacing: -.02em; max-width: min(18rem, 80vw); }
.heroline > :only-child { grid-column: 1 / -1; }
.said { font-size: 1.0625rem; margin: .5rem 0 0; max-width: 46rem; text-wrap: pretty; }
.state .letter { font-size: clamp(2rem, 6vw, 3.25rem); }
.state.failed :is(.letter, h1) { color: var(--stop); }
.state.undecided .letter { color: var(--soft); }
.wrongcalls { list-style: none; margin: 0 0 1rem; padding: 0; max-width: 56rem; }
.wrongcalls li { border-top: 1px solid var(--line); padding: .6rem 0; }
.wrongcalls p { margin: 0 0 .25rem; }
.wrongcalls dl { display: grid; grid-template-columns: 6rem 1fr; gap: .15rem 1rem; margin: 0; font-size: .9375rem; }
.wrongcalls dt { color: var(--soft); }
.wrongcalls dd { margin: 0; min-width: 0; }
.wrongcalls .expected code { text-decoration: underline solid var(--accent) 2px; text-underline-offset: .25em; }
.wrongcalls .got code { color: var(--stop); text-decoration: underline double var(--stop); text-underline-offset: .25em; }
.letter small { display: block; font-size: 1rem; line-height: 1.4; font-weight: 600; letter-spacing: 0; padding-top: .5rem; }
.gateline { font-size: .9375rem; margin-bottom: 1rem; }
.gateline a { text-decoration: none; }
.gateline.passed b { color: var(--accent); }
.gateline.failed b { color: var(--stop); }
.pushed { max-width: 46rem; }
.settling { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem 2.5rem; margin: 1rem 0; }
.settling h3 { margin: 0 0 .4rem; }
.turns { margin: 0 0 .6rem; font-size: .9375rem; }
.turns div { display: grid; grid-template-columns: 11rem 1fr; gap: 1rem; padding: .35rem 0; border-top: 1px solid var(--line); }
.turns dt { color: var(--soft); }
.turns dd { margin: 0; }
.labels { background: var(--raised); border-left: 3px solid var(--accent); border-radius: 6px; padding: .8rem 1rem; }
.labels ol { list-style: none; margin: 0 0 .6rem; padding: 0; font-size: .9375rem; }
.labels li { display: flex; justify-content: space-between; gap: .75rem; align-items: baseline; border-top: 1px solid var(--line); padding: .3rem 0; }
.labels p { margin: 0; }
.decision + .decision { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem; }
.decision h2 { font-size: clamp(1.3rem, 3.2vw, 2rem); line-height: 1.2; }
.meaning { font-size: 1.0625rem; color: var(--soft); margin: .5rem 0 0; max-width: 40rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(14.5rem, 100%), 1fr)); gap: .75rem; list-style: none; margin: 0 0 1rem; padding: 0; }
.tile { position: relative; display: flex; flex-direction: column; gap: .3rem; padding: .8rem 1rem .9rem; background: var(--raised); border-radius: 8px; border: 1px solid transparent; min-width: 0; }
.tile:hover { border-color: var(--strong); }
.tile p { margin: 0; }
.tile.stops { background: var(--stop-tint); border-top: 3px solid var(--stop); }
.tilename { display: flex; justify-content: space-between; gap: .5rem; }
.tilestatus { font-size: .875rem; font-weight: 650; color: var(--accent); white-space: nowrap; }
.tile.stops .tilestatus { color: var(--stop); }
.tile.undecided .tilestatus { color: var(--ink); }
.tilestrip .base { fill: var(--strong); stroke: none; opacity: .4; }
.tilestrip .range { fill: var(--accent); opacity: .3; }
.tilestrip circle { fill: var(--accent); }
.tile.stops .tilestrip .range, .tile.stops .tilestrip circle { fill: var(--stop); }
.tilename a { font-weight: 650; text-decoration: none; }
.tilename a::after { content: ''; position: absolute; inset: 0; }
.tilename .muted { display: block; font-weight: 400; }
.tilevalue .figure { display: block; font-size: 1.75rem; line-height: 1.2; }
.tilevalue .none, .tilevalue .unscoredcount { display: block; }
.tilevalue .between, .figures .between { display: none; }
.tilevalue.other { border-top: 1px solid var(--line); padding-top: .3rem; }
.tilevalue.other .figure { display: inline; font-size: 1.0625rem; }
.tilesentence { font-size: .9375rem; margin-top: auto; padding-top: .3rem; }
.fold > summary { cursor: pointer; list-style: none; display: flex; gap: .6rem; align-items: baseline; padding: .4rem 0; }
.fold > summary::-webkit-details-marker { display: none; }
.fold > summary::before { content: '›' / ''; flex: none; width: .8rem; color: var(--soft); font-size: 1.25rem; line-height: 1; text-align: center; }
.fold[open] > summary::before { rotate: 90deg; }
.fold > summary:hover { background: var(--raised); }
.fold h2 { margin: 0; font-size: 1.25rem; }
.folded { padding: .75rem 0 1.5rem; }
.hero > .fold > summary { font-weight: 600; }
.controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(8.5rem, 45%), 1fr)); gap: .6rem .9rem; margin: .9rem 0; }
.controls label { min-width: 0; display: grid; gap: .2rem; font-size: .8125rem; color: var(--soft); }
.controls input, .controls select { font: inherit; font-size: .9375rem; color: var(--ink); background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; padding: .35rem .5rem; min-height: 2.25rem; width: 100%; min-width: 0; }
.finder .count { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; font-size: .875rem; color: var(--soft); }
.permalink { font-size: .8125rem; color: var(--soft); }
kbd { font-family: var(--mono); font-size: .8125rem; border: 1px solid var(--strong); border-radius: 4px; padding: 0 .3rem; }
.foundgrid { display: grid; grid-template-columns: 1.25rem minmax(0, 1fr) 15rem 5rem; gap: .15rem 1rem; align-items: baseline; }
.foundgrid .said .muted { font-size: .8125rem; flex-basis: 100%; }
.foundgrid .where { display: block; font-size: .8125rem; color: var(--soft); }
.notices { display: grid; gap: .4rem; margin-bottom: 1.25rem; }
.notices:empty { display: none; }
.notice { display: grid; grid-template-columns: 1.5rem 1fr; gap: .25rem; padding: .5rem .9rem; font-size: .9375rem; background: var(--raised); border-left: 3px solid var(--strong); border-radius: 2px; }
.notice p { margin: 0; }
.notice.miniature { border-left-color: var(--accent); background: var(--tint); }
.sign { font-weight: 700; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: 1.25rem 2rem; margin: 1.75rem 0; }
.figures div { border-top: 1px solid var(--line); padding-top: .6rem; }
.figures dt { font-size: .875rem; color: var(--soft); }
.figures dd { margin: 0; }
.figures .muted { display: block; white-space: nowrap; }
.figure { font-size: 1.375rem; font-weight: 600; letter-spacing: -.01em; white-space: nowrap; }
.chip, .badge { display: inline-block; font-size: .8125rem; line-height: 1.35; padding: .1rem .5rem; border: 1px solid var(--strong); border-radius: 1rem; max-width: 100%; }
.badge.people { border-style: dashed; }
.badge.unscored { border-style: dotted; color: var(--soft); }
.scroll { overflow-x: auto; }
th, td { overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
table.confusion td { text-align: right; }
table.confusion .muted { display: block; font-size: .8125rem; white-space: nowrap; }
table.confusion thead th:not(:first-child) { text-align: right; vertical-align: bottom; }
table.confusion code { overflow-wrap: anywhere; }
.wrongcall { color: var(--stop); }
table.facet th:first-child { white-space: nowrap; }
table.findings :is(th, td):not(:last-child) { width: 1%; padding-right: .75rem; }
table.findings td:nth-child(2) { min-width: min(16rem, 24vw); overflow-wrap: anywhere; }
td .figure { font-size: 1rem; margin-right: .35rem; }
td.num, th.num { text-align: right; white-space: nowrap; }
.nobreak { white-space: nowrap; }
thead th { color: var(--soft); }
button { font: inherit; font-size: .875rem; color: inherit; background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; padding: .4rem .9rem; min-height: 2.25rem; cursor: pointer; }
button:hover { border-color: var(--ink); }
.command { position: relative; }
.command h3, .groups h3 { margin-top: 0; }
.command pre { background: var(--raised); padding: 1rem; border-radius: 6px; white-space: pre-wrap; margin: 0 0 .6rem; }
.groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); gap: 2rem 3rem; margin-top: 2.5rem; }
.group dl { margin: 0; font-size: .875rem; }
.group dl div { display: grid; grid-template-columns: 8.5rem 1fr; gap: 1rem; padding: .3rem 0; border-bottom: 1px solid var(--line); }
.group dt { color: var(--soft); }
.group dd { margin: 0; min-width: 0; word-break: break-word; }
.hash { color: var(--soft); }
footer { padding-top: 3rem; padding-bottom: 3rem; font-size: .875rem; color: var(--soft); }
@media (max-width: 40rem) {
	.heroline { gap: .5rem 1rem; grid-template-columns: 1fr; }
	.turns div { grid-template-columns: 8rem 1fr; }
	.foundgrid { grid-template-columns: 1.25rem minmax(0, 1fr); }
	.foundgrid > :nth-child(n + 3) { grid-column: 2; text-align: left; }
	.top nav { display: none; }
	.group dl div { grid-template-columns: 7rem 1fr; }
	.figures { grid-template-columns: 1fr 1fr; gap: 1rem 1.25rem; }
	.figure { font-size: 1.1875rem; white-space: normal; }
	.figures .muted { white-space: normal; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
	:root { --paper: #fff; --ink: #000; --soft: #444; --line: #ccc; --raised: #f4f4f4; }
	* { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
	body { font-size: 10pt; }
	.top nav, .skip, button, .more, .rawtext, .controls, .permalink { display: none; }
	details::details-content { content-visibility: visible; block-size: auto; }
	.row::details-content { content-visibility: hidden; }
	section { break-before: auto; }
	h2, h3 { break-after: avoid; }
	.row, .multiple, .variant, .notice, .group { break-inside: avoid; }
}
`;

export const PAGE_STYLE: string = BASE_STYLE + ROW_STYLE + CHART_STYLE;
