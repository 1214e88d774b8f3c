import { describe, expect, it } from 'vitest';
import { localeOf } from '../messages/catalogue.ts';
import { appLogSteps, earlierSteps } from './conversation.ts';

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

const callText = (name: string): string => `${name}()`;

describe('earlierSteps', () => {
	it('tells what was said before, and what was called of the input', () => {
		const { before, behind } = earlierSteps(
			{
				history: [
					{ role: 'user', content: '알람 맞춰 줘' },
					{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'list_alarms', arguments: {} } }] },
					{ role: 'tool', content: { alarms: [] } },
					{ role: 'assistant', content: '몇 시요?' },
				],
				called: [{ tool: 'set_alarm', arguments: { time: '06:30' }, response: { ok: true } }],
			},
			callText,
		);
		expect(before).toEqual([
			{ who: 'user', text: '알람 맞춰 줘' },
			{ who: 'call', text: 'list_alarms()' },
			{ who: 'system', text: '{"alarms":[]}' },
			{ who: 'model', text: '몇 시요?' },
		]);
		expect(behind).toEqual([{ who: 'call', text: 'set_alarm()', outcome: 'ok', result: '{"ok":true}' }]);
	});

	it('leaves out what is no dialog', () => {
		expect(earlierSteps({ history: 'x', called: [1] }, callText)).toEqual({ before: [], behind: [] });
		expect(earlierSteps({ history: [{ role: 'poet', content: 'x' }] }, callText).before).toEqual([]);
	});
});
