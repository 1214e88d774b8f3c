import { counted } from '../../../src/base/message.ts';

/** What the terminal says of a run. */
export const terminalEn = {
	terminal: {
		subject: (title: string, engine: string, template: string | undefined, samples: number) =>
			`${title} in ${engine}${template === undefined ? '' : `, chat template ${template}`}, ${counted(samples, 'sample')}`,
		missing: (n: number) => `${counted(n, 'sample is', 'samples are')} missing`,
		failed: (n: number, said: string) => `failed: ${counted(n, 'sample')}: ${said}`,
		moreFailures: (n: number) => `failed: ${counted(n, 'more way')}, in the report`,
		stopped: (n: number, of: number, reason: string) =>
			`stopped by the chat loop: ${n} of ${counted(of, 'sample')}: ${reason}`,
		moreCode: (n: number) =>
			`${counted(n, 'other tool, scorer or suite', 'other tools, scorers or suites')} failed too, in the report`,
		warnings: (n: number) => `${counted(n, 'warning')}, in the report`,
		noScore: (n: number) => `${counted(n, 'sample')}, no score`,
		facet: (name: string, facet: string, rates: readonly string[], more: number, breaks: string | undefined) =>
			`${name}, by ${facet}: ${rates.join('; ')}${more > 0 ? `; ${more} more, in the report` : ''}${breaks === undefined ? '' : `; first below half at ${breaks}`}`,
		lowestRecall: (name: string, of: number, tools: readonly string[], malformed: number) =>
			`${name}: lowest recall of ${of}: ${tools.join(', ')}${malformed > 0 ? `; malformed ${malformed}` : ''}`,
		fields: (name: string, fields: readonly string[]) => `${name}: arguments: ${fields.join(', ')}`,
		field: (field: string, rate: string, errors: string) => `${field} ${rate} right (${errors})`,
		report: 'report',
	},
};
