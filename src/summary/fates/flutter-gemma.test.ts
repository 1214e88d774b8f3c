import { describe, expect, it } from 'vitest';
import type { EvaluatedRun } from '../../eval/header.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { summarizeFlutterGemma } from './flutter-gemma.ts';

const CALL = ['{"', 'name": "get_streak", "para', 'meters": {"habit_id": "h1"}}'];
const NATIVE = ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}', '<tool_call|>'];

const runOf = (dialect: string, turns: readonly (readonly (readonly string[])[])[]): EvaluatedRun => ({
	header: logHeaderFixture({ settings: { ...logHeaderFixture().settings, dialect } }),
	samples: turns.map((generations, index) =>
		logSampleFixture({
			sampleId: `p${index}`,
			sample: { id: `p${index}`, input: '며칠째야?' },
			transcript: {
				generations: generations.map((pieces) => ({
					pieces,
					events: [],
					finish: { unified: 'stop', raw: 'eog' },
					usage: {},
				})),
				facts: {},
			},
		}),
	),
});

describe('summarizeFlutterGemma', () => {
	it('gives per sample what a text model shows, saves and loses', () => {
		const summary = summarizeFlutterGemma(
			runOf('gemma3-json', [[['기록을 ', '볼게요. ', ...CALL], ['12일째예요.']], [['안녕하세요.']]]),
			'prefix',
		);
		expect(summary?.modelType).toBe('text');
		expect(summary?.rows[0]).toMatchObject({ id: 'p0', epoch: 0, sampleIndex: 0, input: '며칠째야?' });
		expect(summary?.rows[0]?.streaming).toEqual({
			shown: '기록을 볼게요. \n12일째예요.',
			saved: `${CALL.join('')}\n12일째예요.`,
			lost: '기록을 볼게요. ',
		});
		expect(summary?.rows[0]?.whole.shown).toBe('12일째예요.');
		expect(summary?.counts).toEqual({
			streaming: { shown: 2, saved: 2, lost: 1 },
			whole: { shown: 2, saved: 2, lost: 0 },
		});
	});

	it('shows a call after words with Gemma 4', () => {
		const summary = summarizeFlutterGemma(runOf('gemma4', [[['볼게요. ', ...NATIVE]], [[...NATIVE]]]), 'prefix');
		expect(summary?.modelType).toBe('gemma4');
		expect(summary?.counts.streaming).toEqual({ shown: 1, saved: 2, lost: 0 });
		expect(summary?.rows[0]?.streaming.shown).toContain('get_streak');
	});

	it('excludes and counts a turn that was cut off', () => {
		const run = runOf('gemma4', [[['볼게요. ', ...NATIVE]], [['볼게요. <|tool_']]]);
		const samples = run.samples.map((sample, index) => ({
			...sample,
			transcript: {
				...sample.transcript,
				generations: sample.transcript.generations.map((generation) =>
					index === 0 ? generation : { ...generation, finish: { unified: 'length' as const, raw: 'length' } },
				),
			},
		}));
		const summary = summarizeFlutterGemma({ ...run, samples }, 'prefix');
		expect(summary).toMatchObject({ cut: 1, counts: { streaming: { shown: 1 } } });
		expect(summary?.rows.map(({ id }) => id)).toEqual(['p0']);
	});

	it('is undefined without a raw stream, or samples of the suite', () => {
		expect(summarizeFlutterGemma(runOf('engine', [[['네']]]), 'prefix')).toBeUndefined();
		const { dialect: _, ...settings } = logHeaderFixture().settings;
		const captured = runOf('gemma4', [[['네']]]);
		expect(summarizeFlutterGemma({ ...captured, header: { ...captured.header, settings } }, 'prefix')).toBeUndefined();
		expect(summarizeFlutterGemma(runOf('gemma4', [[['네']]]), 'tools')).toBeUndefined();
	});
});
