import { rateOf } from '../../../src/stats/rate.ts';
import type { Series, SeriesStep } from '../../../src/summary/compare/series.ts';
import { html, type Markup } from '../markup.ts';

const HEIGHT = 240;
const [TOP, BOTTOM] = [24, 204];
/** Width of the labels of the scale and of the last step, in percent. */
const [LEFT, RIGHT] = [8, 94];

/** Right prompts by step, with 95 % intervals; the baseline as a dashed line. */
export function seriesChart({ steps, best, baseline }: Series, label: string, baselineName: string): Markup {
	const [first, last] = [steps[0]?.step ?? 0, steps.at(-1)?.step ?? 1];
	const y = (share = 0): string => (BOTTOM - share * (BOTTOM - TOP)).toFixed(1);
	const x = ({ step }: SeriesStep): string =>
		`${(LEFT + 4 + ((step - first) / (last - first)) * (RIGHT - LEFT - 4)).toFixed(2)}%`;
	const placed = steps.filter(({ of }) => of > 0).map((one) => ({ ...one, ...rateOf(one.right, one.of), x: x(one) }));
	const ticks = [0, 0.5, 1].map(
		(tick) =>
			html`<line class="grid" x1="${LEFT}%" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text x="0" y="${Number(y(tick)) + 4}">${tick * 100}%</text>`,
	);
	const joined = placed.slice(1).map((to, at) => {
		const from = placed[at] ?? to;
		return html`<line class="joined" x1="${from.x}" y1="${y(from.rate)}" x2="${to.x}" y2="${y(to.rate)}"/>`;
	});
	const dots = placed.map(({ step, right, of, x, rate, wilson, out, tools }) => {
		const kind = tools.some((tool) => tool.kind === 'forgotten') ? 'stop' : out === undefined ? 'alike' : 'out';
		return html`<g class="${kind}"><title>${step}: ${right}/${of}</title><line x1="${x}" x2="${x}" y1="${y(wilson?.low)}" y2="${y(wilson?.high)}"/><circle cx="${x}" cy="${y(rate)}" r="5"/>${step === best && html`<circle class="ring" cx="${x}" cy="${y(rate)}" r="9"/>`}<text class="step" x="${x}" y="${HEIGHT - 10}" text-anchor="middle">${step}</text></g>`;
	});
	const base = baseline && y(rateOf(baseline.right, baseline.of).rate);
	return html`<svg class="series" role="img" aria-label="${label}" width="100%" height="${HEIGHT}">${ticks}${base && html`<line class="baseline" x1="${LEFT}%" x2="100%" y1="${base}" y2="${base}"/><text x="100%" y="${Number(base) - 5}" text-anchor="end">${baselineName}</text>`}${joined}${dots}</svg>`;
}
