import { availableParallelism, cpus } from 'node:os';
import { message } from '../../../src/base/message.ts';
import {
	type CompleteMessage,
	EngineProblem,
	type FromEngine,
	failedMessage,
	type LoadMessage,
	type MeasureMessage,
	type ScoreMessage,
	type ToEngine,
} from '../protocol.ts';
import { SequencePool } from './context.ts';
import { generate, type Interruption } from './generation.ts';
import { loadProblem, loadWeights, type Weights, watchProbes } from './load.ts';
import { measureFixedLength, scoreTokens } from './measure.ts';
import type { Prefill } from './prefill-watch.ts';
import { PromptCache, PromptState } from './prompt-state.ts';
import { PROBE_TOKENS, probeThreads } from './thread-probe.ts';
import { TokenTexts } from './token-text.ts';

/** Entry of the engine's process: one model, and as many requests at a time as it has sequences. It lives as long as its parent. */

interface Engine {
	readonly weights: Weights;
	readonly sequences: SequencePool;
	readonly texts: TokenTexts;
}

/** llama.cpp logs the reason of a failure a moment after the failure. */
const REASON_DELAY_MS = 100;
const LOG_LINES = 40;

const log: string[] = [];
const interruptions = new Map<number, Interruption>();
let engine: Engine | undefined;
let probing: Promise<void> | undefined;

// Ctrl-C reaches the whole process group; what it means is the parent's business.
process.on('SIGINT', () => undefined);
process.on('message', (message) => receive(message as ToEngine));

function receive(request: ToEngine): void {
	switch (request.type) {
		case 'load':
			void load(request);
			return;
		case 'complete':
			interruptions.set(request.id, { aborted: false });
			void complete(request);
			return;
		case 'measure':
			void measure(request);
			return;
		case 'score':
			void score(request);
			return;
		case 'count':
			count(request.id, request.text);
			return;
		case 'abort': {
			const interruption = interruptions.get(request.id);
			if (interruption !== undefined) interruption.aborted = true;
			return;
		}
		case 'dispose':
			for (const interruption of interruptions.values()) interruption.aborted = true;
			void (engine?.sequences.idle() ?? Promise.resolve()).then(() => process.exit(0));
	}
}

async function load(request: LoadMessage): Promise<void> {
	const killedProbe = watchProbes();
	try {
		const weights = await loadWeights(request, keepLog, (stage, done) => send({ type: 'progress', stage, done }));
		const { model, sequences } = weights;
		const promptCache = openPromptCache(request, weights);
		const texts = new TokenTexts({
			detokenize: (tokens) => model.detokenize(tokens as never, true),
			anchor: model.tokenize('a', false)[0] ?? 0,
			spelling: (token) => spelling(model, token),
		});
		engine = {
			weights,
			sequences: new SequencePool(
				sequences.map((sequence) => new PromptState(sequence, promptCache)),
				request.sequences,
			),
			texts,
		};
		send(weights.ready);
	} catch (error) {
		await new Promise((resolve) => setTimeout(resolve, REASON_DELAY_MS));
		send(failedMessage(loadProblem(error, log, killedProbe())));
	}
}

/** The binding has it for its own use only. */
function spelling(model: object, token: number): string | undefined {
	const { _model: own } = model as { readonly _model?: { getTokenString?(token: number): string } };
	return own?.getTokenString?.(token);
}

/** The processor counts too: another one has other kernels, and other floating-point results. */
function openPromptCache(
	{ promptCacheFolder, flashAttention }: LoadMessage,
	{ model, ready }: Weights,
): PromptCache | undefined {
	if (promptCacheFolder === undefined) return undefined;
	const { version, backend, contextSize, batchSize } = ready;
	const processor = cpus()[0]?.model ?? '';
	return new PromptCache(promptCacheFolder.folder, model.fileInsights.swaSize, [
		promptCacheFolder.modelSha256,
		version,
		backend,
		contextSize,
		batchSize,
		flashAttention,
		processor,
	]);
}

async function complete(request: CompleteMessage): Promise<void> {
	const interruption = interruptions.get(request.id) ?? { aborted: false };
	try {
		if (engine === undefined) throw new EngineProblem('unavailable', message('engine.no-model', {}));
		await probing;
		const prefill = await generate(request, interruption, { ...engine, send });
		probing = watchPrefill(engine, prefill).catch(() => undefined);
	} catch (error) {
		send(failedMessage(error, request.id));
	} finally {
		interruptions.delete(request.id);
	}
}

/** Chooses the threads again where prefill has become slow, before the next request begins. */
async function watchPrefill({ weights: { watch }, sequences }: Engine, prefill: Prefill | undefined): Promise<void> {
	const fallen = prefill && watch?.prefill.note(prefill);
	if (fallen === undefined || watch === undefined) return;
	const { threads } = watch;
	const probe = await sequences.use(
		() => 0,
		async ({ sequence }) => {
			if (sequence.contextSize - sequence.nextTokenIndex < PROBE_TOKENS) return undefined;
			return probeThreads(sequence, threads, availableParallelism());
		},
	);
	if (probe === undefined) return;
	watch.prefill.probed(probe.prefillSpeed);
	send({ type: 'threads', threads: threads.decode, prefillThreads: threads.prefill, ...fallen });
}

async function measure(request: MeasureMessage): Promise<void> {
	try {
		if (engine === undefined) throw new EngineProblem('unavailable', message('engine.no-model', {}));
		const { weights, sequences } = engine;
		const times = await sequences.use(
			() => 0,
			(state) => {
				// What it leaves in the sequence is no prompt that anything could go on from.
				state.forget();
				return measureFixedLength(request, weights, state.sequence);
			},
		);
		send({ type: 'measured', id: request.id, ...times });
	} catch (error) {
		send(failedMessage(error, request.id));
	}
}

async function score(request: ScoreMessage): Promise<void> {
	try {
		if (engine === undefined) throw new EngineProblem('unavailable', message('engine.no-model', {}));
		send({ type: 'scores', id: request.id, positions: await scoreTokens(request, engine) });
	} catch (error) {
		send(failedMessage(error, request.id));
	}
}

function count(id: number, text: string): void {
	try {
		if (engine === undefined) throw new EngineProblem('unavailable', message('engine.no-model', {}));
		send({ type: 'counted', id, tokens: engine.weights.model.tokenize(text, true).length });
	} catch (error) {
		send(failedMessage(error, id));
	}
}

function keepLog(line: string): void {
	log.push(line.trim());
	if (log.length > LOG_LINES) log.shift();
}

function send(request: FromEngine): void {
	process.send?.(request);
}
