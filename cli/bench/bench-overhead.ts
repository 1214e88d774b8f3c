import type { LlamaCppModel } from '../../runners/llama-cpp/index.ts';
import type { BareLoopRun } from '../../runners/llama-cpp/parent/bare-loop-process.ts';
import type { OverheadResult } from '../../src/bench/bench-report.ts';
import { sideBySide } from '../../src/bench/side-by-side.ts';
import type { BenchRequest } from './bench-request.ts';

const TARGET = 0.97;
const CONTEXT = 1024;
const OUTPUT_TOKENS = 128;
/** Short turns, many of them: what disturbs the machine then meets both sides. */
const TURNS = 24;
const SAMPLING = { temperature: 0, seed: 0, topK: 0, topP: 1 } as const;
const PROMPT = '오늘은 아침에 일어나 물을 한 잔 마시고 가볍게 산책했다. '.repeat(4);

/** Decodes the same prompt in a bare loop over the binding and through gemmark, in turns. */
export async function benchOverhead(
	model: string,
	request: BenchRequest,
	onTurn: (done: number, total: number) => void,
): Promise<OverheadResult> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const { startBareLoop } = await import('../../runners/llama-cpp/parent/bare-loop-process.ts');
	const loaded = await llamaCppRunner.load({ ...request.runnerOptions, model, contextSize: CONTEXT });
	const threads = loaded.engine.threads ?? 1;
	const bare = await startBareLoop({
		model,
		contextSize: CONTEXT,
		batchSize: loaded.engine.batchSize ?? 256,
		threads,
		flashAttention: request.runnerOptions.flashAttention ?? false,
		prompt: PROMPT,
		maxTokens: OUTPUT_TOKENS,
		sampling: SAMPLING,
	}).catch(async (error: unknown) => {
		await loaded.dispose();
		throw error;
	});
	try {
		const own: TurnTimes[] = [];
		const others: TurnTimes[] = [];
		let identical = 0;
		// The first turn of each warms it up; then each side goes first in every other turn.
		for (let turn = -1; turn < TURNS; turn += 1) {
			const ownFirst = turn % 2 === 0;
			const early = ownFirst ? await runOwn(loaded) : undefined;
			const other = await bare.run();
			const mine = early ?? (await runOwn(loaded));
			onTurn(turn + 1, TURNS);
			if (turn < 0) continue;
			own.push(timesOf(mine));
			others.push(timesOf(other));
			if (String(mine.tokens) === String(other.tokens)) identical += 1;
		}
		const compare = (key: keyof TurnTimes): OverheadResult['decode'] =>
			sideBySide(
				others.map((times) => times[key]),
				own.map((times) => times[key]),
			);
		return {
			model: loaded.identity.name,
			threads,
			outputTokens: OUTPUT_TOKENS,
			decode: compare('tokensPerSecond'),
			request: compare('totalMs'),
			identical,
			target: TARGET,
		};
	} finally {
		await bare.dispose();
		await loaded.dispose();
	}
}

interface TurnTimes {
	readonly tokensPerSecond: number;
	readonly totalMs: number;
}

/** Decode speed by the clock of the engine's process, as the bare loop's; the request by the clock of whoever asked. */
async function runOwn({ completer }: LlamaCppModel): Promise<BareLoopRun> {
	const startedAt = performance.now();
	const tokens: number[] = [];
	const tokenAtMs: number[] = [];
	const events = completer.complete({
		parts: [{ text: PROMPT }],
		sharedChars: 0,
		stop: [],
		maxTokens: OUTPUT_TOKENS,
		ignoreEnd: true,
		sampling: SAMPLING,
		deadlineMs: 600_000,
	});
	for await (const event of events) {
		if (event.type !== 'pieces') continue;
		for (const { token, atMs } of event.pieces) {
			tokens.push(token ?? Number.NaN);
			tokenAtMs.push(atMs);
		}
	}
	return { tokens, tokenAtMs, totalMs: performance.now() - startedAt };
}

function timesOf({ tokenAtMs, totalMs }: BareLoopRun): TurnTimes {
	const first = tokenAtMs[0];
	const last = tokenAtMs.at(-1);
	if (first === undefined || last === undefined || tokenAtMs.length !== OUTPUT_TOKENS) {
		throw new Error(`${tokenAtMs.length} of ${OUTPUT_TOKENS} tokens came`);
	}
	return { tokensPerSecond: ((tokenAtMs.length - 1) / (last - first)) * 1000, totalMs };
}
