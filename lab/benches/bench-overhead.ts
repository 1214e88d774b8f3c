import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type LlamaCppModel, llamaCppRunner } from '../../runners/llama-cpp/index.ts';
import { counted } from '../../src/base/message.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { type BareLoopRun, startBareLoop } from './bare-loop-process.ts';
import type { LabBenchRequest } from './report.ts';
import { type SideBySide, sideBySide } from './side-by-side.ts';
import { mark, table, timeMark } from './table.ts';

/** Start-up of a command next to that of Node itself, milliseconds. */
export interface StartupTiming {
	readonly command: string;
	/** First is bare Node, the same turns for all commands. */
	readonly times: SideBySide;
	readonly budgetMs: number;
}

/** A bare loop over the engine's binding next to gemmark on the same binding. */
export interface OverheadResult {
	readonly model: string;
	readonly threads: number;
	/** Tokens of each turn. */
	readonly outputTokens: number;
	/** Decode tokens per second; first is the bare loop. */
	readonly decode: SideBySide;
	/** Milliseconds of the whole request, prompt and messages between processes included; first is the bare loop. */
	readonly request: SideBySide;
	/** Turns in which both gave the same tokens. */
	readonly identical: number;
	/** Lowest acceptable ratio of decode speeds. */
	readonly target: number;
}

type OnProgress = (done: number, total: number, label: string) => void;

const TARGET = 0.97;
const CONTEXT = 1024;
const OUTPUT_TOKENS = 128;
/** Short turns, many of them: what disturbs the machine then meets both sides. */
const TURNS = 24;
const SAMPLING = { temperature: 0, seed: 0, topK: 0, topP: 1 } as const;
const PROMPT = '오늘은 아침에 일어나 물을 한 잔 마시고 가볍게 산책했다. '.repeat(4);

/** Decodes the same prompt in a bare loop over the binding and through gemmark, alternately. */
export async function benchOverhead(
	model: string,
	request: LabBenchRequest,
	onProgress: OnProgress,
): Promise<OverheadResult> {
	const loaded = await llamaCppRunner.load({
		...request.runnerOptions,
		model,
		contextSize: CONTEXT,
		repeats: 'evaluate',
	});
	const threads = loaded.engine.threads ?? 1;
	try {
		const bare = await startBareLoop({
			model,
			contextSize: CONTEXT,
			batchSize: loaded.engine.batchSize ?? 256,
			threads,
			flashAttention: false,
			prompt: PROMPT,
			maxTokens: OUTPUT_TOKENS,
			sampling: SAMPLING,
		});
		const turns: { readonly bare: BareLoopRun; readonly gemmark: BareLoopRun }[] = [];
		try {
			// The first turn of each warms it up; then each side goes first in every other turn.
			for (let turn = -1; turn < TURNS; turn += 1) {
				const early = turn % 2 === 0 ? await decode(loaded) : undefined;
				const bareRun = await bare.run();
				const gemmark = early ?? (await decode(loaded));
				onProgress(turn + 1, TURNS, 'turns');
				if (turn >= 0) turns.push({ bare: bareRun, gemmark });
			}
		} finally {
			await bare.dispose();
		}
		const compare = (measure: (run: BareLoopRun) => number): OverheadResult['decode'] =>
			sideBySide(
				turns.map((turn) => measure(turn.bare)),
				turns.map((turn) => measure(turn.gemmark)),
			);
		return {
			model: loaded.identity.name,
			threads,
			outputTokens: OUTPUT_TOKENS,
			decode: compare(tokensPerSecond),
			request: compare(({ totalMs }) => totalMs),
			identical: turns.filter((turn) => String(turn.gemmark.tokens) === String(turn.bare.tokens)).length,
			target: TARGET,
		};
	} finally {
		await loaded.dispose();
	}
}

/** Token times by the clock of the engine's process, as in the bare loop; the request by the clock of this one. */
async function decode({ completer }: LlamaCppModel): Promise<BareLoopRun> {
	const startedAt = performance.now();
	const events = await Array.fromAsync(
		completer.complete({
			parts: [{ text: PROMPT }],
			sharedChars: 0,
			stop: [],
			maxTokens: OUTPUT_TOKENS,
			ignoreEnd: true,
			sampling: SAMPLING,
			deadlineMs: 600_000,
		}),
	);
	const totalMs = performance.now() - startedAt;
	const pieces = events.flatMap((event) => (event.type === 'pieces' ? event.pieces : []));
	return {
		tokens: pieces.map(({ token }) => token ?? Number.NaN),
		tokenAtMs: pieces.map(({ atMs }) => atMs),
		totalMs,
	};
}

function tokensPerSecond({ tokenAtMs }: BareLoopRun): number {
	const [first] = tokenAtMs;
	const last = tokenAtMs.at(-1);
	if (first === undefined || last === undefined || tokenAtMs.length !== OUTPUT_TOKENS) {
		throw new Error(`${tokenAtMs.length} of ${OUTPUT_TOKENS} tokens came`);
	}
	return ((tokenAtMs.length - 1) / (last - first)) * 1000;
}

/** Starts of each command that count. */
const STARTS = 15;
/** What a command that only prints may cost on top of bare Node. */
const BUDGET_MS = 50;
/** The least that gemmark does, and the most: the options of `run` come from its runners. */
const COMMANDS: readonly (readonly string[])[] = [['--version'], ['run', '--help']];

/** Times commands that only print against bare Node, alternately so that all meet the same machine. */
export function benchStartup(onProgress: OnProgress): readonly StartupTiming[] {
	const entry = installedEntry();
	const source = entry.endsWith('.ts') ? ', from source' : '';
	const turns = Array.from({ length: STARTS + 1 }, (_, turn) => {
		onProgress(turn, STARTS, 'timing');
		return [['-e', '0'], ...COMMANDS.map((args) => [entry, ...args])].map(timeNode);
	});
	// The first turn warms the page cache.
	const [node = [], ...commands] = [0, ...COMMANDS.keys().map((at) => at + 1)].map((at) =>
		turns.slice(1).map((times) => times[at] ?? Number.NaN),
	);
	return commands.map((times, at) => ({
		command: `gemmark ${COMMANDS[at]?.join(' ')}${source}`,
		times: sideBySide(node, times),
		budgetMs: BUDGET_MS,
	}));
}

/** What a package starts. A checkout that was never built has only its source, which Node strips of types at each start. */
function installedEntry(): string {
	const built = join(packageRoot(), 'dist', 'cli', 'main.js');
	return existsSync(built) ? built : join(packageRoot(), 'cli', 'main.ts');
}

function timeNode(args: readonly string[]): number {
	const started = performance.now();
	const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
	if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
	return performance.now() - started;
}

export function startupTable(startup: readonly StartupTiming[], isBusy: boolean): string {
	const [first] = startup;
	return table(
		['', 'median ms', 'more than node', 'n', 'allowed'],
		[
			...(first === undefined ? [] : [['node', first.times.first.toFixed(0), '', `${first.times.n}`, '']]),
			...startup.map(({ command, times, budgetMs }) => {
				const extra = times.second - times.first;
				const allowed = `${budgetMs} ms${timeMark(extra < budgetMs, isBusy)}`;
				return [command, times.second.toFixed(0), extra.toFixed(0), `${times.n}`, allowed];
			}),
		],
	);
}

export function overheadLines(overhead: OverheadResult, isBusy: boolean): readonly string[] {
	const { model, threads, outputTokens, decode, request, identical, target } = overhead;
	const same = `identical in ${identical} of ${decode.n}${mark(identical === decode.n)}`;
	return [
		`${model}, ${counted(threads, 'thread')}, ${counted(decode.n, 'turn')} of ${counted(outputTokens, 'token')}, ${same}.`,
		table(
			['', 'bare loop', 'gemmark', 'ratio', '95 % interval', 'wanted'],
			[
				['decode tokens/s', ...sides(decode, 0), `at least ${target}${timeMark(decode.ratio >= target, isBusy)}`],
				['whole request ms', ...sides(request, 1), ''],
			],
		),
	];
}

function sides({ first, second, ratio, interval }: SideBySide, digits: number): readonly string[] {
	const range = interval === undefined ? '' : `${interval[0].toFixed(3)} to ${interval[1].toFixed(3)}`;
	return [first.toFixed(digits), second.toFixed(digits), ratio.toFixed(3), range];
}
