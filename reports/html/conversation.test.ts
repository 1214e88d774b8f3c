import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { type Lang, localeOf } from '../messages/catalogue.ts';
import { conversationSteps } from './conversation.ts';
import type { Step } from './embedded-page.ts';

const facts: JsonObject = {
	dispatch: [
		{ level: 'warn', event: 'unknown_tool', tool: 'forget' },
		{ level: 'info', event: 'extra_arguments', tool: 'add_habit', keys: ['mood', 'tone'] },
		{ level: 'error', event: 'tool_error', tool: 'add_habit', error: 'full', stack: ['handler (tools.ts:1:2)'] },
	],
	suggestion: [{ event: 'suggestion-failed', failure: 'timeout', errorType: 'GenerationTimeoutError' }],
};

function logSteps(facts: JsonObject, lang: Lang = 'en'): readonly Step[] {
	return conversationSteps(logSampleFixture({ transcript: { messages: [], generations: [], facts } }), localeOf(lang));
}

describe("the app's log", () => {
	it.each([
		['en', 'unknown tool: forget', 'no suggestion: timeout · GenerationTimeoutError'],
		['ko', '없는 도구: forget', '제안 없음: timeout · GenerationTimeoutError'],
	] as const)('has a line per entry, in %s', (lang, first, last) => {
		const [step] = logSteps(facts, lang);
		const lines = step?.text.split('\n') ?? [];
		expect(lines.at(0)).toBe(first);
		expect(lines.slice(2, 4).map((line) => line.replace(/^.*?: /u, ''))).toEqual([
			'add_habit · full',
			'  handler (tools.ts:1:2)',
		]);
		expect(lines.at(-1)).toBe(last);
	});

	it('has no step without valid entries', () => {
		expect(logSteps({ before: {}, after: {} })).toEqual([]);
		expect(logSteps({ dispatch: ['x', { level: 'warn' }, 7], suggestion: 'x' })).toEqual([]);
	});

	it('shows an unknown event by its name', () => {
		expect(logSteps({ dispatch: [{ event: 'constructor', tool: 'x' }] })).toEqual([
			{ who: 'log', text: 'constructor: x' },
		]);
	});
});

function dialogSteps(sample: JsonObject): readonly Step[] {
	const generation = { pieces: [], events: [], finish: { unified: 'stop', raw: '' }, usage: {} } as const;
	const transcript = { generations: [generation], facts: {} };
	return conversationSteps(logSampleFixture({ sample: { ...sample, input: '매일' }, transcript }), localeOf('en'));
}

describe('a dialog', () => {
	it('begins with its history; earlier calls follow the input', () => {
		const steps = dialogSteps({
			history: [
				{ role: 'user', content: '알람 맞춰 줘' },
				{ role: 'assistant', content: '', tool_calls: [{ function: { name: 'list_alarms', arguments: {} } }] },
				{ role: 'tool', content: { alarms: [] } },
				{ role: 'assistant', content: '몇 시요?' },
			],
			called: [{ tool: 'set_alarm', arguments: { time: '06:30' }, response: { ok: true } }],
		});
		expect(steps).toEqual([
			{ who: 'user', text: '알람 맞춰 줘' },
			{ who: 'call', text: 'list_alarms()' },
			{ who: 'system', text: '{"alarms":[]}' },
			{ who: 'model', text: '몇 시요?' },
			{ who: 'user', text: '매일' },
			{ who: 'call', text: 'set_alarm(time: "06:30")', outcome: 'ok', result: '{"ok":true}' },
		]);
	});

	it('drops invalid messages', () => {
		const input = [{ who: 'user', text: '매일' }];
		expect(dialogSteps({ history: 'x', called: [1] })).toEqual(input);
		expect(dialogSteps({ history: [{ role: 'poet', content: 'x' }] })).toEqual(input);
	});
});
