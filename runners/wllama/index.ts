import { basename, join } from 'node:path';
import {
	EngineError,
	type LoadOptions,
	type ModelIdentity,
	type RawModel,
	type Runner,
	sha256,
} from '../../src/index.ts';
import { checkModelFile, fileSha256, type GgufHeader } from '../../src/node.ts';
import { gpuBackend, gpuTimings } from '../browser/adapter-note.ts';
import { GRACE_MS, IDLE_MS, PageCompleter } from '../browser/page-completer.ts';
import { PageSession, type PageSetup } from '../browser/page-session.ts';
import { temporaryProfile } from '../browser/profile.ts';
import { type EnginePackage, findPackage } from '../browser/served-package.ts';

/** As in the native engine. */
const DEFAULT_CONTEXT = 8192;
const MINIATURE = 'mini-gemma4-ko';
const MODEL_URL = '/model.gguf';

export interface WllamaRunner extends Runner {
	/** Reads a GGUF by its path. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LoadOptions): Promise<RawModel>;
}

/** `graceMs`: how long past a deadline the page may stay silent before the browser is ended; `idleMs`: at any time. */
export function createWllamaRunner(
	runnerOptions: { readonly graceMs?: number; readonly idleMs?: number } = {},
): WllamaRunner {
	const { graceMs = GRACE_MS, idleMs = IDLE_MS } = runnerOptions;
	return {
		name: 'wllama',
		async load(options) {
			const calledAt = performance.now();
			const header = checkModelFile(options.model);
			const engine = findPackage('@wllama/wllama');
			const session = await PageSession.start(setup(options, header, engine), options);
			const loadMs = performance.now() - calledAt;
			const { loaded, probe, browser } = session;
			const sharePrefix = options.sharePrefix ?? true;
			return {
				kind: 'raw',
				identity: await identify(options, header, session),
				engine: {
					runner: 'wllama',
					version: `@wllama/wllama ${engine.version} (${loaded.engineVersion ?? 'llama.cpp'}, Chromium ${browser})`,
					backend: options.gpu === true ? `${loaded.backend}, ${gpuBackend(probe)}` : loaded.backend,
					...(loaded.threads === undefined ? {} : { threads: loaded.threads }),
					threadsFrom: options.threads === undefined ? 'engine' : 'option',
					flashAttention: options.flashAttention ?? false,
					...(loaded.contextSize === undefined ? {} : { contextSize: loaded.contextSize }),
					...(loaded.batchSize === undefined ? {} : { batchSize: loaded.batchSize }),
					sharePrefix,
					...(options.gpu === true ? gpuTimings(probe) : {}),
				},
				loadMs,
				completer: new PageCompleter(session, { sharePrefix, graceMs, idleMs }),
				chatTemplate: header.chatTemplate ?? loaded.chatTemplate ?? '',
				bosToken: loaded.bosToken ?? '',
				eosToken: loaded.eosToken ?? '',
				grammar: true,
				peakRssBytes: () => session.peakBytes(),
				dispose: () => session.dispose(),
			};
		},
	};
}

/** llama.cpp in WebAssembly, in a browser. */
export const wllamaRunner: WllamaRunner = createWllamaRunner();

function setup(options: LoadOptions, header: GgufHeader, { folder }: EnginePackage): PageSetup {
	if (header.chatTemplate === undefined) {
		throw new EngineError('model-unsupported', `${basename(options.model)} has no chat template`);
	}
	return {
		modelName: basename(options.model),
		engine: 'wllama',
		files: {
			'/wllama/index.js': join(folder, 'esm', 'index.js'),
			'/wllama/wasm/wllama.wasm': join(folder, 'esm', 'wasm', 'wllama.wasm'),
			[MODEL_URL]: options.model,
		},
		imports: { '@wllama/wllama/esm/index.js': '/wllama/index.js' },
		hosts: [],
		folders: temporaryProfile,
		request: {
			model: MODEL_URL,
			contextSize: options.contextSize ?? Math.min(DEFAULT_CONTEXT, header.contextLength ?? DEFAULT_CONTEXT),
			...(options.threads === undefined ? {} : { threads: options.threads }),
			gpu: options.gpu ?? false,
			flashAttention: options.flashAttention ?? false,
		},
	};
}

/** Hashing reads the whole file, so it comes after the load it would disturb. */
async function identify(options: LoadOptions, header: GgufHeader, session: PageSession): Promise<ModelIdentity> {
	try {
		return {
			name: basename(options.model),
			...(header.title === undefined ? {} : { title: header.title }),
			sizeBytes: header.sizeBytes,
			sha256: await fileSha256(options.model, options.signal),
			...(header.architecture === undefined ? {} : { architecture: header.architecture }),
			...(header.quantization === undefined ? {} : { quantization: header.quantization }),
			parameters: header.parameters,
			...(header.chatTemplate === undefined ? {} : { templateSha256: await sha256(header.chatTemplate) }),
			miniature: header.title?.startsWith(MINIATURE) ?? false,
		};
	} catch (error) {
		await session.dispose();
		throw error;
	}
}
