import { intervalOf, type Rate } from '../../../src/stats/rate.ts';
import { type CallTable, EXTRA, NO_CALL, UNREADABLE } from '../../../src/summary/calls.ts';
import type { Locale } from '../../messages/catalogue.ts';
import { formatShareRange } from '../../messages/numbers.ts';
import { html, type Insert, type Markup } from '../markup.ts';
import { table } from '../page.ts';

/** What was called for each tool, and the arguments that were wrong. */
export function callTables({ tools, cells, fields }: CallTable, locale: Locale): Markup {
	const { tools: words } = locale;
	const wrong = cells.filter(({ expected, called }) => expected !== called);
	// Tools without an entry off the diagonal are one row.
	const isMissed = (tool: string): boolean => wrong.some(({ expected, called }) => [expected, called].includes(tool));
	const rows = [...tools.filter(({ tool }) => isMissed(tool)), ...(isMissed(EXTRA) ? [{ tool: EXTRA }] : [])];
	const clean = tools.filter(({ tool }) => !isMissed(tool));
	const columns = [
		...rows.map(({ tool }) => tool).filter((tool) => tool !== EXTRA),
		...(isMissed(UNREADABLE) ? [UNREADABLE] : []),
	];
	const name = (tool: string): Insert => words.inPlace[tool] ?? html`<code>${tool}</code>`;
	const cell = (row: string, column: string): Insert => {
		const n = cells.find(({ expected, called }) => expected === row && called === column)?.n;
		if (n === undefined) return row === EXTRA && column === NO_CALL ? '' : '·';
		return row === column ? n : html`<b class="wrongcall">${n}</b>`;
	};
	const missed = fields.filter(({ errors }) => errors.length > 0);
	const count = (errors: CallTable['fields'][number]['errors'], kinds: readonly string[]): Insert =>
		errors.reduce((sum, { reason, count: n }) => (kinds.includes(reason) ? sum + n : sum), 0) || '·';
	return html`${
		rows.length > 0 &&
		html`<h3>${words.which}</h3><p class="muted">${words.whichLead}</p>${table(
			[words.corner, words.recall, words.precision, ...columns.map(name)],
			rows.map(({ tool, ...rates }) => [
				name(tool),
				...('recall' in rates ? [rates.recall, rates.precision] : [undefined, undefined]).map((rate) =>
					rate === undefined ? '–' : shortRate(rate, locale),
				),
				...columns.map((column) => cell(tool, column)),
			]),
			{ className: 'confusion' },
		)}${clean.length > 0 && html`<p class="muted">${words.clean({ n: clean.length })} ${clean.map(({ tool, recall }, at) => html`${at > 0 && ', '}${name(tool)} ${recall?.n}`)}</p>`}`
	}${
		missed.length > 0 &&
		html`<h3>${words.wrongArguments}</h3><p class="muted">${words.wrongArgumentsLead}</p>${table(
			[...words.argumentColumns],
			missed.map(({ field, right, errors }) => [
				html`<code>${field}</code>`,
				...FIELD_ERRORS.map((kinds) => count(errors, kinds)),
				shortRate(right, locale),
			]),
			{ className: 'confusion' },
		)}`
	}`;
}

/** Of a column, whose lead names its interval. */
function shortRate(rate: Rate, locale: Locale): Markup {
	const interval = intervalOf(rate);
	return html`<b>${locale.of(String(rate.hits), String(rate.n))}</b> ${interval && html`<span class="muted">${formatShareRange(interval, locale.lang)}</span>`}`;
}

/** BFCL's errors in the order of the columns. */
const FIELD_ERRORS = [['missing_required', 'missing_optional'], ['value_error'], ['type_error'], ['unexpected_param']];
