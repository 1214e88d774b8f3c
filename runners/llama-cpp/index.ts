import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import { EngineError, EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { fileSha256, fileStamp, identifyFile } from '../../src/download/cache.ts';
import { isRepeatable } from '../../src/eval/settings/identity.ts';
import { checkModelFile } from '../../src/gguf/check.ts';
import type { GgufHeader } from '../../src/gguf/header.ts';
import type { CompletionRequest } from '../../src/model/completer.ts';
import { type EngineIdentity, type ModelIdentity, samplesAtOnce } from '../../src/model/identity.ts';
import { type LoadOptions, type RawModel, type Runner, requireFlashAttention } from '../../src/model/runner.ts';
import { KeptEngine } from '../supervisor/kept-engine.ts';
import { adapterIdentity, withAdapter } from './adapter.ts';
import { LlamaCppCompleter } from './completer.ts';
import {
	type EngineProcess,
	reportedError,
	type StartedEngine,
	startEngine,
	unexpectedMessage,
	WatchedThreads,
} from './engine-process.ts';
import { isSameEngine, KeptLoad } from './kept-load.ts';
import { processRoom, requireMemoryFor, spareSequences } from './memory-fit.ts';
import { type LlamaCppOptions, llamaCppOptions } from './options.ts';
import type {
	FixedLengths,
	FixedLengthTimes,
	FromEngine,
	LoadMessage,
	Reuse,
	ScoredPosition,
	ToEngine,
} from './protocol.ts';
import { requireBinding } from './vocabulary.ts';

type Answer<T extends FromEngine['type']> = Extract<FromEngine, { readonly type: T }>;
type Question = Extract<ToEngine, { readonly id: number }>;

/** Below zero: completions count from zero on. */
let ids = -1;

/** Asks the engine's process something with one answer. Throws what the engine died of, or said went wrong. */
async function askEngine<T extends 'counted' | 'measured' | 'scores'>(
	kept: KeptEngine<EngineProcess>,
	question: (id: number) => Question,
	answer: T,
): Promise<Answer<T>> {
	const engine = await kept.living();
	const id = ids--;
	return new Promise((resolve, reject) => {
		const stop = engine.listen((heard) => {
			if (!('id' in heard) || heard.id !== id) return;
			stop();
			if (heard.type === answer) resolve(heard as Answer<T>);
			else if (heard.type === 'failed') reject(reportedError(heard, kept.modelName));
			else reject(unexpectedMessage(kept.modelName, heard.type));
		}, reject);
		engine.send(question(id));
	});
}

export type { FixedLengths, FixedLengthTimes, ScoredPosition };

/** A prefill step of the slowest machine must fit: 256 tokens of a Gemma E2B took 4 s on two cores. */
export const DEFAULT_GRACE_MS = 15_000;

/** A model loaded in llama.cpp, in a separate process. */
export interface LlamaCppModel extends RawModel {
	/** Process that holds the weights now; another one after a crash. Absent before the next request brings it back. */
	pid(): number | undefined;
	/** Runs so many tokens whatever they say, timed inside the engine's process. */
	measure(lengths: FixedLengths): Promise<FixedLengthTimes>;
	/**
	 * The `top` most probable next tokens at the end of the prompt and after each of `tokens`, as if the model had said
	 * them: one position more than tokens. For comparing what two files would have said.
	 */
	scoreTokens(request: ScoreRequest): Promise<readonly ScoredPosition[]>;
}

interface ScoreRequest extends Pick<CompletionRequest, 'parts' | 'sharedChars'> {
	readonly tokens: readonly number[];
	readonly top: number;
}

interface LlamaCppLoadOptions extends LoadOptions, LlamaCppOptions {
	/** Evaluate every prompt from its first token, nothing kept: what keeping is measured against. */
	readonly evaluateAnew?: boolean;
}

interface LlamaCppRunner extends Runner<LlamaCppOptions> {
	/** Reads a GGUF by its path. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LlamaCppLoadOptions): Promise<LlamaCppModel>;
}

/** `graceMs`: how long past a deadline the engine may stay silent before its process is killed. */
export function createLlamaCppRunner(runnerOptions: { readonly graceMs?: number } = {}): LlamaCppRunner {
	const { graceMs = DEFAULT_GRACE_MS } = runnerOptions;
	return {
		name: 'llama-cpp',
		options: llamaCppOptions,
		modelSource: 'gguf-file',
		check(options) {
			requireFlashAttention(options);
			requireMemoryFor(options.model, withAdapter(options, checkModelFile(options.model)), options);
			if (options.engineFrom !== undefined) requireBinding(options.engineFrom);
		},
		room: (options) => processRoom(checkModelFile(options.model), options),
		async load(options) {
			const calledAt = performance.now();
			const name = basename(options.model);
			const header = checkModelFile(options.model);
			requireFlashAttention(options);
			requireMemoryFor(options.model, withAdapter(options, header), options);
			const binding = requireBinding(options.engineFrom);
			const { promptCache = true, evaluateAnew = false, sequences = 1, processes = 1 } = options;
			const reuse = reuseOf(options);
			const beforeHash = performance.now();
			let stamp = stampOf(options.model);
			const adapter = await adapterIdentity(options, options.signal);
			const identity = { ...(await identifyFile(options.model, header, options.signal)), adapter };
			const request = loadMessage(options, header, identity);
			const isKept = options.kept !== undefined && !request.gpu && sequences === 1;
			const load = isKept ? await KeptLoad.of(options.kept, request, identity, binding) : undefined;
			const hashMs = performance.now() - beforeHash;
			const known = load?.ready;
			const first = known === undefined ? await startEngine(name, request, options) : undefined;
			const loadMs = first && performance.now() - calledAt - hashMs - first.ready.probeMs;
			const ready = known ?? (first as StartedEngine).ready;
			const watched = new WatchedThreads(ready);
			const isOther = new EngineError('unconfirmed', message('engine.file-rewritten', { model: name }));
			const isSameFile = async (): Promise<boolean> => {
				const now = stampOf(options.model);
				if (now !== stamp && now !== undefined && (await fileSha256(options.model)) === identity.sha256) stamp = now;
				return now === stamp;
			};
			const checked = async ({ process, ready: now }: StartedEngine): Promise<EngineProcess> => {
				const another = new EngineError('unavailable', message('engine.not-kept', { model: name }));
				const problem = !(await isSameFile()) ? isOther : isSameEngine(ready, now) ? undefined : another;
				if (problem !== undefined) {
					load?.drop();
					await process.kill(problem);
					throw problem;
				}
				watched.listenTo(process);
				return process;
			};
			const kept = new KeptEngine(name, first && (await checked(first)), async () => {
				// The file may have been cut short since.
				checkModelFile(options.model);
				return checked(await startEngine(name, { ...request, ...watched.now }, options));
			});
			if (first !== undefined) load?.keep(ready);
			const countTokens = async (text: string): Promise<number> =>
				(await askEngine(kept, (id) => ({ type: 'count', id, text }), 'counted')).tokens;
			const engine: EngineIdentity = {
				runner: 'llama-cpp',
				version: ready.version,
				backend: ready.backend,
				threads: ready.threads,
				prefillThreads: ready.prefillThreads,
				threadsFrom: options.threads === undefined && processes === 1 ? 'probe' : 'option',
				flashAttention: options.flashAttention ?? false,
				kvCacheType: options.kvCacheType ?? 'f16',
				contextSize: ready.contextSize,
				batchSize: ready.batchSize,
				promptCache,
				...samplesAtOnce(sequences, processes),
			};
			return {
				kind: 'raw',
				identity,
				engine,
				loadMs,
				completer: new LlamaCppCompleter(kept, { reuse, evaluateAnew, sequences, graceMs }),
				chatTemplate: header.chatTemplate ?? '',
				bosToken: ready.bosToken,
				eosToken: ready.eosToken,
				addsBos: header.addsBos,
				grammar: true,
				// On a GPU, and where samples share a batch, sums may come out otherwise.
				repeatable: isRepeatable(engine),
				countTokens: async (text) => load?.tokens(text, () => countTokens(text)) ?? countTokens(text),
				// The clock of a sample stands still while the engine starts.
				async watchSample() {
					const clock = (): number => performance.now() - kept.startMs;
					const began = clock();
					return { elapsedMs: () => clock() - began, timeline: () => undefined };
				},
				pid: () => kept.latest?.pid,
				measure: (lengths) => askEngine(kept, (id) => ({ type: 'measure', id, ...lengths }), 'measured'),
				scoreTokens: async (request) => {
					const answer = await askEngine(kept, (id) => ({ type: 'score', id, reuse, ...request }), 'scores');
					return answer.positions;
				},
				peakRssBytes: () => kept.peakBytes(),
				doubts: () => watched.doubts(),
				// The weights are mapped from the file: one that is written during the run answers in parts as another model.
				async confirm(after) {
					const before = stamp;
					if (stampOf(options.model) === undefined) return false;
					if (!(await isSameFile())) throw isOther;
					if (before === stamp) return true;
					if (after === 'run' || kept.latest === undefined) return true;
					// It may have been another file in between, of which the engine keeps what it computed.
					const again = new EngineError('cut', message('engine.file-touched', { model: name }));
					await kept.latest.kill(again);
					throw again;
				},
				dispose: () => kept.dispose(),
			};
		},
	};
}

/** llama.cpp through node-llama-cpp. */
export const llamaCppRunner: LlamaCppRunner = createLlamaCppRunner();

/** Undefined for a file that is gone: what is loaded of it stays. */
function stampOf(path: string): string | undefined {
	return existsSync(path) ? fileStamp(path) : undefined;
}

function reuseOf({ promptCache = true, repeats = 'reuse' }: LlamaCppLoadOptions): Reuse {
	if (!promptCache) return 'none';
	return repeats === 'reuse' ? 'all' : 'shared';
}

function loadMessage(options: LlamaCppLoadOptions, header: GgufHeader, identity: ModelIdentity): LoadMessage {
	const { processes = 1, probedThreads, promptCacheFolder: folder } = options;
	const share = processes > 1 ? Math.max(1, Math.floor(availableParallelism() / processes)) : undefined;
	return {
		type: 'load',
		modelPath: options.model,
		adapter:
			options.adapter === undefined ? undefined : { filePath: options.adapter, scale: options.adapterScale ?? 1 },
		contextSize: options.contextSize,
		// In flash attention another number of threads gives other answers.
		watchThreads: options.threads === undefined && share === undefined && options.flashAttention !== true,
		threads: options.threads ?? share ?? probedThreads?.threads,
		prefillThreads: options.threads ?? share ?? probedThreads?.prefillThreads,
		gpu: options.gpu ?? false,
		flashAttention: options.flashAttention ?? false,
		kvCacheType: options.kvCacheType ?? 'f16',
		sequences: options.sequences ?? 1,
		spare: reuseOf(options) === 'all' ? spareSequences(header, options) : 0,
		promptCacheFolder: folder === undefined ? undefined : cacheFolder(folder, identity),
	};
}

function cacheFolder(
	folder: string,
	{ sha256, adapter }: ModelIdentity,
): NonNullable<LoadMessage['promptCacheFolder']> {
	try {
		mkdirSync(folder, { recursive: true });
	} catch (cause) {
		throw new EnvironmentError(message('engine.cache-folder', { folder }), { cause });
	}
	return { folder: resolve(folder), modelSha256: [sha256, adapter?.sha256, adapter?.scale].join(' ').trim() };
}
