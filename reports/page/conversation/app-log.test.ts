import { describe, expect, it } from 'vitest';
import { localeOf } from '../../locale/locale.ts';
import { appLogSteps } from './app-log.ts';

const facts = {
	dispatch: [
		{ level: 'warn', event: 'unknown_tool', tool: 'forget' },
		{ level: 'info', event: 'extra_arguments', tool: 'add_habit', keys: ['mood', 'tone'] },
		{ level: 'error', event: 'tool_error', tool: 'add_habit', error: 'full', stack: ['handler (tools.ts:1:2)'] },
	],
	suggestion: [{ event: 'suggestion-failed', failure: 'timeout', errorType: 'GenerationTimeoutError' }],
};

describe('appLogSteps', () => {
	it.each([
		['en', 'unknown tool: forget', 'no suggestion: timeout · GenerationTimeoutError'],
		['ko', '없는 도구: forget', '제안 없음: timeout · GenerationTimeoutError'],
	] as const)('tells each entry on its line, in %s', (lang, first, last) => {
		const [step] = appLogSteps(facts, localeOf(lang));
		const lines = step?.text.split('\n') ?? [];
		expect(lines.at(0)).toBe(first);
		expect(lines.slice(2, 4).map((line) => line.replace(/^.*?: /u, ''))).toEqual([
			'add_habit · full',
			'  handler (tools.ts:1:2)',
		]);
		expect(lines.at(-1)).toBe(last);
	});

	it('tells nothing of a sample without entries, nor of what is none', () => {
		expect(appLogSteps({ before: {}, after: {} }, localeOf('en'))).toEqual([]);
		expect(appLogSteps({ dispatch: ['x', { level: 'warn' }, 7], suggestion: 'x' }, localeOf('en'))).toEqual([]);
	});

	it('shows an event that it does not know by its own name', () => {
		expect(appLogSteps({ dispatch: [{ event: 'constructor', tool: 'x' }] }, localeOf('en'))).toEqual([
			{ who: 'log', text: 'constructor: x' },
		]);
	});
});
