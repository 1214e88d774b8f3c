import { sentences } from '../sentences.ts';

/** What the terminal says of a run. */
export const terminalEn = sentences({
	terminal: {
		subject: '{title} in {engine}[[, chat template {template}]], {samples} {samples|sample|samples}',
		missing: '{n} {n|sample is|samples are} missing',
		failed: 'failed: {n} {n|sample|samples}: {said}',
		moreFailures: 'failed: {n} {n|more way|more ways}, in the report',
		stopped: 'stopped by the chat loop: {n} of {of} {of|sample|samples}: {reason}',
		moreCode: '{n} {n|other tool, scorer or suite|other tools, scorers or suites} failed too, in the report',
		warnings: '{n} {n|warning|warnings}, in the report',
		noScore: '{n} {n|sample|samples}, no score',
		facet: (name: string, facet: string, rates: readonly string[], more: number, breaks: string | undefined) =>
			`${name}, by ${facet}: ${rates.join('; ')}${more > 0 ? `; ${more} more, in the report` : ''}${breaks === undefined ? '' : `; first below half at ${breaks}`}`,
		lowestRecall: (name: string, of: number, tools: readonly string[], malformed: number) =>
			`${name}: lowest recall of ${of}: ${tools.join(', ')}${malformed > 0 ? `; malformed ${malformed}` : ''}`,
		fields: (name: string, fields: readonly string[]) => `${name}: arguments: ${fields.join(', ')}`,
		field: '{field} {rate} right ({errors})',
		report: 'report',
	},
});
