import { Bench } from 'tinybench';
import { gemma4 } from '../../src/dialects/gemma4.ts';
import { type FramePattern, parseFrameCandidates, type SuggestFrameInput } from '../../src/frame/candidates.ts';
import { buildFewShotPrompt } from '../../src/frame/prompt.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';

/** One function of the core, timed by tinybench. */
export interface CoreTiming {
	readonly name: string;
	readonly samples: number;
	/** Milliseconds a call. */
	readonly mean: number;
	readonly p50: number;
	readonly p99: number;
	/** What an app can afford, milliseconds; absent where nothing is budgeted. */
	readonly budgetMs?: number;
}

/** Times the functions that run beside every generation, on the project's own patterns and inputs. */
export async function benchCore(
	patterns: readonly FramePattern[],
	inputs: readonly SuggestFrameInput[],
	timeMs: number,
): Promise<readonly CoreTiming[]> {
	const bench = new Bench({ time: timeMs, warmupTime: timeMs / 5 });
	let turn = 0;
	const nextInput = (): SuggestFrameInput => inputs[turn++ % inputs.length] ?? { rawText: '', habitType: 'build' };
	bench.add('few-shot builder', () => void buildFewShotPrompt(nextInput(), patterns));
	bench.add('frame parser', () => void parseFrameCandidates(RESPONSE));
	bench.add(
		'frame validator',
		() => void validateFrameLevel({ level: 'L2', framedText: '술 생각이 나면 탄산수를 마신다' }, patterns),
	);
	bench.add('gemma4 dialect, one call in 40 chunks', () => {
		const parser = gemma4.parser('lenient');
		for (const chunk of CALL_CHUNKS) parser.push(chunk);
		parser.end();
	});
	await bench.run();
	return bench.tasks.flatMap(({ name, result }) => {
		if (result.state !== 'completed') return [];
		const { samplesCount, mean, p50, p99 } = result.latency;
		const budgetMs = BUDGETS[name];
		return [{ name, samples: samplesCount, mean, p50, p99, ...(budgetMs === undefined ? {} : { budgetMs }) }];
	});
}

const BUDGETS: Readonly<Record<string, number>> = { 'few-shot builder': 5, 'frame parser': 1 };

const RESPONSE = {
	candidates: [
		{ level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다', confidence: 0.9, source_pattern_id: 'break-01' },
		{ level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다', confidence: 0.8 },
		{ level: 'L2', framed_text: '퇴근하고 나면 동네를 한 바퀴 걷는다' },
	],
};

const CALL =
	'수면 카탈로그를 찾아볼게요.<|tool_call>call:search_catalog{category:<|"|>sleep<|"|>,keyword:<|"|>숙면<|"|>}<tool_call|>';
const CALL_CHUNKS: readonly string[] = Array.from({ length: 40 }, (_, at) =>
	CALL.slice(Math.floor((at * CALL.length) / 40), Math.floor(((at + 1) * CALL.length) / 40)),
);
