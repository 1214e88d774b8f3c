import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import { distribution } from '../../src/stats/distribution.ts';
import { MODEL_SHAPES } from '../../src/testing/gguf/model-shape.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { table, timeMark } from './table.ts';

/** Prefill on every core, while other processes come that burn some. Speeds are tokens per second, one a generation. */
export interface ThreadsResult {
	readonly burners: number;
	readonly alone: readonly number[];
	/** From the start of the others to the new probe. */
	readonly slow: readonly number[];
	readonly after: readonly number[];
	/** Threads of prefill that the probe chose then; absent where none was needed. */
	readonly prefillThreads?: number;
}

const ALONE = 4;
const AFTER = 4;
/** A machine whose prefill never falls is given up. */
const MOST_SLOW = 12;
/** Large enough to gain from threads: a third of Gemma 3 270M's layers. */
const SHAPE = { ...MODEL_SHAPES['gemma3-270m'], layers: 6 };
const PROMPT = 'In the beginning there was a machine with two cores and a single process at work on it. '.repeat(3);
/** Generations that may be slow. */
const MOST = 3;

/** Starts processes that burn half of the cores while a model evaluates prompts on all of them. */
export async function benchThreads(
	onProgress: (done: number, total: number, label: string) => void,
): Promise<ThreadsResult> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const cores = availableParallelism();
	return inTemporaryFolder(async (folder) => {
		const path = join(folder, 'random-gemma3-q8_0.gguf');
		writeRandomGguf(path, SHAPE, { type: 'q8_0', vocabularySize: 16_384 });
		const probedThreads = { threads: cores, prefillThreads: cores };
		const model = await llamaCppRunner.load({ model: path, probedThreads, evaluateAnew: true, contextSize: 2048 });
		const measure = async (speeds: number[], label: string): Promise<void> => {
			speeds.push(await prefillSpeed(model));
			onProgress(speeds.length, MOST_SLOW, label);
		};
		const [alone, slow, after]: [number[], number[], number[]] = [[], [], []];
		const burners: ReturnType<typeof fork>[] = [];
		try {
			while (alone.length < ALONE) await measure(alone, 'alone');
			while (burners.length < Math.ceil(cores / 2)) burners.push(fork(new URL('./burn-core.ts', import.meta.url)));
			await Promise.all(burners.map((burner) => new Promise((resolve) => burner.once('message', resolve))));
			while (slow.length < MOST_SLOW && model.doubts?.().length === 0) await measure(slow, 'beside others');
			const [doubt] = model.doubts?.() ?? [];
			// The engine probes before it begins the next generation, whose end says that it did.
			if (doubt !== undefined) after.push(...slow.splice(-1));
			while (doubt !== undefined && after.length < AFTER) await measure(after, 'after the new probe');
			const prefill = typeof doubt === 'object' ? doubt.params.prefill : undefined;
			const chosen = typeof prefill === 'number' ? { prefillThreads: prefill } : {};
			return { burners: burners.length, alone, slow, after, ...chosen };
		} finally {
			for (const burner of burners) burner.kill('SIGKILL');
			await model.dispose();
		}
	});
}

async function prefillSpeed({ completer }: LlamaCppModel): Promise<number> {
	const request = {
		parts: [{ text: PROMPT }],
		sharedChars: 0,
		maxTokens: 2,
		deadlineMs: 300_000,
		stop: [],
		sampling: { temperature: 0, seed: 0 },
	};
	for await (const event of completer.complete(request)) {
		if (event.type === 'end') return (1000 * (event.usage.promptTokens ?? 0)) / (event.prefillMs ?? Number.NaN);
	}
	return Number.NaN;
}

export function threadsTable({ burners, alone, slow, after, prefillThreads }: ThreadsResult, isBusy: boolean): string {
	const speed = (speeds: readonly number[]): string => (distribution(speeds).p50 ?? 0).toFixed(0);
	const isFallen = after.length > 0;
	return table(
		['other processes', 'alone t/s', 'beside them', 'probed again', 'threads then', 'slow generations', 'wanted'],
		[
			[
				`${burners}`,
				speed(alone),
				speed(slow),
				isFallen ? speed(after) : 'no: it never fell below half',
				`${prefillThreads ?? ''}`,
				isFallen ? `${slow.length}` : '',
				`at most ${MOST}${isFallen ? timeMark(slow.length <= MOST, isBusy) : ''}`,
			],
		],
	);
}
