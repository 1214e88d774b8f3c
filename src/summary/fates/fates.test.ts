import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { LoggedGeneration } from '../../eval/sample.ts';
import type { Finish } from '../../model/generation.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { callFixture } from '../../testing/transcript-fixture.ts';
import { summarizeRun } from '../summarize.ts';
import { fateSummary, playedGenerations, seenFate, turnOutcome } from './fates.ts';

const PLAIN = '<|tool_call>call:get_streak{habit_id:<|"|>h1<|"|>}<tool_call|>';
const QUOTED = '<|tool_call>call:get_streak{habit_id:"h1"}<tool_call|>';
const STOP: Finish = { unified: 'stop', raw: 'eog' };

const runOf = (dialect: string, raws: readonly string[], finish = STOP): EvaluatedRun => ({
	header: logHeaderFixture({ settings: { ...logHeaderFixture().settings, dialect } }),
	samples: raws.map((raw, index) =>
		logSampleFixture({
			sampleId: `p${index}`,
			transcript: { generations: [{ pieces: [raw], events: [], finish, usage: {} }], facts: {} },
		}),
	),
});

describe('the fates of a run', () => {
	const run = runOf('gemma4', ['안녕하세요.', PLAIN, `볼게요. ${PLAIN}`, QUOTED]);
	const { matrix, calls } = fateSummary(run);

	it('count outcomes by engine', () => {
		expect(matrix).toMatchObject({ played: 4, withCalls: 3, notRecorded: 0 });
		const rows = Object.fromEntries(matrix.rows.map(({ engine, counts }) => [engine, counts]));
		expect(rows['flutter-gemma']).toMatchObject({ 'text-shown': 1, call: 1, leaked: 1, error: 1 });
		expect(rows['litert-lm']).toMatchObject({ 'text-shown': 1, call: 2, error: 1 });
		expect(rows.ollama).toMatchObject({ 'text-shown': 1, call: 3 });
	});

	it('are a metric over the samples with a call', () => {
		expect(calls['flutter-gemma']).toMatchObject({ rate: 1 / 3 });
		expect(summarizeRun(run).metrics['fate.litert-lm.call']?.value).toBe(2 / 3);
		expect(summarizeRun(runOf('gemma4', ['네.'])).metrics).not.toHaveProperty(['fate.litert-lm.call']);
	});

	it('exclude an engine without emulation of the dialect', () => {
		const other = fateSummary(runOf('gemma3-json', ['{"name": "f", "parameters": {}}']));
		expect(other.matrix.rows.find(({ engine }) => engine === 'ollama')).toMatchObject({ notEmulated: 1 });
		expect(other.calls).not.toHaveProperty('ollama');
		expect(other.calls['flutter-gemma']?.rate).toBe(1);
	});

	it('are not recorded for a captured app, or an engine that parses', () => {
		const captured = runOf('gemma4', ['네.'], { unified: 'unknown', raw: 'captured' });
		for (const unknown of [captured, runOf('engine', ['네.'])]) {
			expect(fateSummary(unknown).matrix).toMatchObject({ played: 0, notRecorded: 1 });
		}
	});

	it('are the worst of a turn, with the first difference between engines', () => {
		const [first, , , quoted] = run.samples.map((sample) => playedGenerations(run, sample));
		expect(turnOutcome(quoted ?? [], 'litert-lm')).toBe('error');
		expect(turnOutcome([...(first ?? []), ...(quoted ?? [])], 'litert-lm')).toBe('error');
		expect(quoted?.[0]).toHaveProperty('parting', { start: 0, end: QUOTED.length });
		expect(first?.[0]).not.toHaveProperty('parting', expect.anything());
	});

	it('count no generation that was cut off', () => {
		const half = `${PLAIN}<|tool_call>call:get_streak{habit`;
		for (const unified of ['length', 'deadline', 'aborted', 'unknown'] as const) {
			const { matrix, calls } = fateSummary(runOf('gemma4', [half, '네'], { unified, raw: '' }));
			expect(matrix).toMatchObject({ played: 0, withCalls: 0, notRecorded: 0, cut: 2 });
			expect(calls).toEqual({});
		}
		const turn = [
			...runOf('gemma4', [PLAIN]).samples,
			...runOf('gemma4', ['네'], { unified: 'length', raw: '' }).samples,
		];
		const [whole, cut] = turn.map((sample) => playedGenerations(run, sample));
		expect(turnOutcome(whole ?? [], 'ollama')).toBe('call');
		expect(turnOutcome([...(whole ?? []), ...(cut ?? [])], 'ollama')).toBeUndefined();
	});

	it.each(['foreign', 'contradictory'])('count no call of what is %s', (failure) => {
		const { header, samples } = runOf('gemma4', [PLAIN]);
		const other = samples.map((sample) => ({ ...sample, transcript: { ...sample.transcript, failure } }));
		const { matrix, calls, unplayed } = fateSummary({ header, samples: other });
		expect(matrix).toMatchObject({ played: 0, withCalls: 0, cut: 1 });
		expect(calls).toEqual({});
		expect(unplayed).toEqual([{ reason: failure, count: 1 }]);
	});

	it('leave a metric open if cut-off or failed turns could decide it', () => {
		const whole = runOf('gemma4', [PLAIN, QUOTED]);
		const { samples } = runOf('gemma4', ['네', PLAIN], { unified: 'length', raw: '' });
		const failed = {
			...logSampleFixture({ sampleId: 'p9' }),
			transcript: { generations: [], facts: {}, failure: 'lost' },
		};
		const run = { ...whole, samples: [...whole.samples, ...samples, failed] };
		expect(fateSummary(run).unplayed).toEqual([
			{ reason: 'cut-length', count: 2 },
			{ reason: 'engine-failed', count: 1 },
		]);
		expect(summarizeRun(run).metrics['fate.litert-lm.call']).toEqual({
			value: 0.5,
			open: [1 / 5, 4 / 5],
			causes: fateSummary(run).unplayed,
		});
		expect(summarizeRun(whole).metrics['fate.litert-lm.call']?.open).toBeUndefined();
	});

	it('do not count what a server swallowed', () => {
		const [sample] = runOf('gemma4', ['네']).samples;
		const [generation] = sample?.transcript.generations ?? [];
		if (sample === undefined || generation === undefined) throw new Error('one generation');
		const generations = [{ ...generation, usage: { outputTokens: 200 } }];
		const swallowed = { ...run, samples: [{ ...sample, transcript: { ...sample.transcript, generations } }] };
		expect(fateSummary(swallowed).matrix).toMatchObject({ played: 0, notRecorded: 1 });
	});

	describe('with the tools that were declared', () => {
		const parameters = { properties: { keyword: { type: 'string' }, limit: { type: 'integer' } } };
		const bare = '<|tool_call>call:find{keyword:스트레스}<tool_call|>';
		const number = '<|tool_call>call:find{keyword:108}<tool_call|>';
		const declared = (
			raws: readonly string[],
			tools: readonly string[],
			appTools: NonNullable<EvaluatedRun['header']['app']>['tools'],
			row = {},
		): EvaluatedRun => {
			const { header, samples } = runOf('gemma4', raws);
			return {
				header: { ...header, app: { name: 'app', version: '1', language: 'ko', tools: appTools } },
				samples: samples.map((sample) => ({
					...sample,
					sample: { ...sample.sample, ...row },
					transcript: { ...sample.transcript, tools },
				})),
			};
		};
		const outcomesOf = (run: EvaluatedRun, engine: string): readonly (string | undefined)[] =>
			run.samples.map((sample) => turnOutcome(playedGenerations(run, sample), engine));

		it('are those of engines that look at them', () => {
			const known = declared([bare, number], ['find'], [{ name: 'find', parameters }]);
			expect(outcomesOf(known, 'ollama')).toEqual(['call', 'call']);
			expect(outcomesOf(known, 'vllm')).toEqual(['call', 'changed-arguments']);
			expect(outcomesOf(declared([PLAIN], ['find'], undefined), 'llama-cpp')).toEqual(['error']);
			expect(summarizeRun(known).metrics['fate.vllm.call']?.value).toBe(0.5);
		});

		it('are unknown without parameters that matter, and in no rate', () => {
			const untyped = declared([bare, number, PLAIN], ['find', 'get_streak'], undefined);
			expect(outcomesOf(untyped, 'ollama')).toEqual(['not-known', 'call', 'call']);
			expect(outcomesOf(untyped, 'vllm')).toEqual(['call', 'not-known', 'call']);
			expect(outcomesOf(untyped, 'mlx-lm')).toEqual(['swallowed', 'call', 'call']);
			const { calls, unknown, matrix } = fateSummary(untyped);
			expect(calls.ollama).toMatchObject({ hits: 2, n: 2 });
			expect(unknown).toEqual({ ollama: 1, vllm: 1 });
			expect(matrix.rows.find(({ engine }) => engine === 'ollama')?.counts).toMatchObject({ 'not-known': 1, call: 2 });
			const openOf = (run: EvaluatedRun): unknown => summarizeRun(run).metrics['fate.ollama.call']?.open;
			expect(openOf(untyped)).toEqual([2 / 3, 1]);
			expect(openOf(declared([bare], ['find'], undefined))).toEqual([0, 1]);
		});

		it('are those of the sample’s row before the app’s', () => {
			const tools = [{ name: 'find', parameters }];
			expect(outcomesOf(declared([bare], ['find'], undefined, { tools }), 'ollama')).toEqual(['call']);
			expect(outcomesOf(declared([bare], ['find'], tools, { tools: ['find'] }), 'ollama')).toEqual(['not-known']);
		});

		it('play a text once for all samples with the same tools', () => {
			const run = declared([bare, bare], ['find'], [{ name: 'find', parameters }]);
			const [first, second] = run.samples.map((sample) => playedGenerations(run, sample)[0]);
			expect(first).toBe(second);
		});
	});

	it('do not see the token that a generation stopped at', () => {
		const stopped = runOf('gemma4', [`${PLAIN}<|tool_response>`]);
		expect(fateSummary(stopped).calls['litert-lm']?.rate).toBe(1);
	});
});

const CALL = '<|tool_call>call:get_streak{habit_id:<|"|>h1<|"|>}<tool_call|>';

function generation(text: string, ...events: LoggedGeneration['events']): LoggedGeneration {
	const said = text === '' ? [] : [{ type: 'text', text } as const];
	const finish = { unified: 'stop', raw: 'stop' } as const;
	return { pieces: text === '' ? [] : [text], events: [...said, ...events], finish, usage: {} };
}

describe('the outcome of an engine that parses calls', () => {
	it.each<[string | undefined, LoggedGeneration]>([
		['call', generation('', callFixture('f'))],
		['leaked', generation(`볼게요. ${CALL}`)],
		['leaked', generation(CALL, callFixture('f'))],
		['leaked', generation('찾을게요. get_streak {"habit_id": "h1"}')],
		['changed-arguments', generation('', { type: 'malformed', reason: 'bad-arguments', raw: 'f({"a":)' })],
		['text-shown', generation('네.')],
		['swallowed', { ...generation('네.'), usage: { outputTokens: 200 } }],
		[undefined, { ...generation('네.'), finish: { unified: 'length', raw: 'length' } }],
	])('is %s', (outcome, one) => {
		expect(seenFate(one, ['get_streak'])).toBe(outcome);
	});
});
