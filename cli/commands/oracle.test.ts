import { describe, expect, it } from 'vitest';
import { compose } from '../../run/compose/compose.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { ExpectedCall } from '../../src/eval/match/calls.ts';
import { loggedSample, type Sample } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { ScriptedEvent, ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import type { PrefixSample } from '../../suites/prefix/index.ts';
import type { ToolSample } from '../../suites/tools/index.ts';

const suitesNamed = async (names: readonly string[]): Promise<readonly Suite[]> =>
	(await compose(undefined)).suites(names);

const [app, [prefix, frame, tools]] = await Promise.all([
	compose(undefined).then(({ app }) => app),
	suitesNamed(['prefix', 'frame', 'tools']),
]);
if (prefix === undefined || frame === undefined || tools === undefined) throw new Error('a suite is missing');

const FRAME = { L2: '저녁을 먹고 나서 따뜻한 차를 마신다', L3: '나는 하루를 돌보는 사람이다' } as const;
const ANSWER: ScriptedGeneration = [{ text: '요청하신 습관 기록을 확인한 결과예요.' }];

/** The call as a model that makes no mistake would make it; free text is filled in. */
function perfectCall({ tool, arguments: args }: ExpectedCall): ScriptedEvent {
	const filled = Object.entries(args).map(([name, value]) => [name, value === '*' ? FRAME.L2 : value]);
	return { call: tool, arguments: Object.fromEntries(filled) as JsonObject };
}

function perfectScript({ expected, order }: ToolSample | (PrefixSample & { order?: undefined })): ScriptedGeneration[] {
	const calls = expected.map(perfectCall);
	if (calls.length === 0) return [ANSWER];
	return order === 'given' ? [...calls.map((call) => [call]), ANSWER] : [calls, ANSWER];
}

/** Scores that are false or unscored. */
const failedScores = async (suite: typeof tools, sample: Sample, script: ScriptedGeneration[]): Promise<unknown[]> => {
	const { scores } = await evaluateScripted(suite, sample, script, { app });
	return Object.entries(scores).filter(([, score]) => score.value === false || score.unscored !== undefined);
};

describe('a model that makes no mistake', () => {
	it.each(tools.samples.map((sample) => [sample.id, sample] as const))(
		'passes %s of the tools corpus',
		async (_, sample) => {
			expect(await failedScores(tools, sample, perfectScript(sample as ToolSample))).toEqual([]);
		},
	);

	it.each(prefix.samples.map((sample) => [sample.id, sample] as const))(
		'passes %s of the prefix corpus',
		async (_, sample) => {
			const [first = [], ...rest] = perfectScript(sample as PrefixSample);
			const script = [[{ text: '기록과 목록을 먼저 살펴볼게요. ' }, ...first], ...rest];
			expect(await failedScores(prefix, sample, script)).toEqual([]);
		},
	);

	it.each(frame.samples.map((sample) => [sample.id, sample] as const))(
		'passes %s of the frames corpus',
		async (_, sample) => {
			const candidates = Object.entries(FRAME).map(([level, framed_text]) => ({ level, framed_text }));
			expect(
				await failedScores(frame, sample, [[{ call: 'emit_frame_candidates', arguments: { candidates } }]]),
			).toEqual([]);
		},
	);
});

describe('a model that says nothing', () => {
	it('fails every sample that needs a call, and no other', async () => {
		for (const sample of tools.samples) {
			const { scores } = await evaluateScripted(tools, sample, [[{ text: '음.' }]], { app });
			expect(scores.correct?.value, sample.id).toBe((sample as ToolSample).expected.length === 0);
		}
	});

	it('gives no meaningful prefix', async () => {
		for (const sample of prefix.samples) {
			const { scores } = await evaluateScripted(prefix, sample, [[{ text: '음, 잘 모르겠어요.' }]], { app });
			expect(scores.meaningful, sample.id).toEqual({ value: false, reason: 'no-tool-call' });
		}
	});
});

describe('every sample of every suite', () => {
	it('comes back from its log row', () => {
		for (const suite of [prefix, frame, tools]) {
			for (const sample of suite.samples) {
				expect(parseRow(suite, loggedSample(sample)), sample.id).toEqual(sample);
			}
		}
	});
});
