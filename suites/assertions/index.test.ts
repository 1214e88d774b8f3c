import { describe, expect, it } from 'vitest';
import { declaredApp } from '../../src/config/app/declared-app.ts';
import { declareTool } from '../../src/tool/declaration.ts';
import { ANSWERED_CASES, WEATHER } from './assertion.cases.ts';
import { assertionsSuite } from './index.ts';
import { answerOf, judgeAssertion } from './judge.ts';
import { type AssertedSample, type Assertion, assertedSample } from './sample.ts';

const app = declaredApp({ name: 'cases', system: 'x', tools: WEATHER }, { file: 'cases', folder: process.cwd() });
const tools = app.open().tools.map((tool) => declareTool(tool));
const sample = (...assert: readonly Assertion[]): AssertedSample => ({ id: 's1', input: '안녕', assert });
const context = {
	app,
	readRows: () => {
		throw new Error('the samples are inline');
	},
	readText: () => {
		throw new Error('nothing is read');
	},
};

describe('an assertion', () => {
	it.each(ANSWERED_CASES)('of $assertion.type about $answer.text: $pass', ({ answer, assertion, pass }) => {
		expect(judgeAssertion(assertion, answer, { sample: sample(assertion), tools }).pass).toBe(pass);
	});

	it('in code sees vars and prompt, and throws for what is no verdict', () => {
		const answer = answerOf({ calls: [], answer: 'x', prefix: 'x' });
		const of = (value: string) => () =>
			judgeAssertion({ type: 'javascript', value }, answer, {
				sample: { ...sample(), vars: { city: '서울' } },
				tools,
			});
		expect(of("context.vars.city === '서울' && context.prompt === '안녕'")().pass).toBe(true);
		expect(of("'yes'")).toThrow('gives string, and must give true, false, a number or { pass, reason }');
		expect(of('Promise.resolve(true)')).toThrow('gives a promise');
	});

	it.each<Assertion>([
		{ type: 'not-regex', value: '^(((.+)+)+)+%$' },
		{ type: 'is-json', value: { type: 'string', pattern: '^(((.+)+)+)+%$' } },
	])('with a pattern that comes to no end has no verdict: %j', (assertion) => {
		const answer = answerOf({ calls: [], answer: JSON.stringify('a'.repeat(60)), prefix: '' });
		expect(() => judgeAssertion(assertion, answer, { sample: sample(assertion), tools })).toThrow(
			'came to no end within 1 s',
		);
	});

	it.each<[Assertion, string]>([
		[{ type: 'regex', value: '^[A-' }, 'must be a regular expression'],
		[{ type: 'contains' }, 'must be text or a number'],
		[{ type: 'not-icontains', value: '' }, 'must not be empty'],
		[{ type: 'is-json', value: { type: 'no type' } }, 'must be a JSON Schema'],
		[{ type: 'equals' }, 'is missing'],
	])('is refused: %j', (assertion, problem) => {
		expect(assertedSample.safeParse(sample(assertion)).error?.issues[0]?.message).toBe(problem);
	});
});

describe('assertionsSuite', () => {
	it('refuses code until the operator says that it may run', async () => {
		const corpus = [sample({ type: 'not-javascript', value: 'false' })];
		await expect(async () => assertionsSuite({ corpus }).build(context)).rejects.toThrow(
			'suite assertions: s1: a javascript assertion',
		);
		expect((await assertionsSuite({ corpus, javascript: true }).build(context)).samples).toHaveLength(1);
	});
});
