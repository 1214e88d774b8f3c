import { basename, join } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { identifyFile } from '../../src/download/cache.ts';
import { checkModelFile } from '../../src/gguf/check.ts';
import type { GgufHeader } from '../../src/gguf/header.ts';
import { type LoadOptions, type RawModel, type Runner, requireFlashAttention } from '../../src/model/runner.ts';
import { temporaryProfile } from '../browser/browser.ts';
import { GRACE_MS, IDLE_MS, PageCompleter } from '../browser/page-completer.ts';
import { type EnginePackage, findPackage } from '../browser/page-server.ts';
import { gpuBackend, gpuTimings, PageSession, type PageSetup } from '../browser/page-session.ts';
import { type WllamaOptions, wllamaOptions } from './options.ts';

/** As in the native engine. */
const DEFAULT_CONTEXT = 8192;
const MODEL_URL = '/model.gguf';

interface WllamaRunner extends Runner<WllamaOptions> {
	/** Reads a GGUF by its path. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LoadOptions & WllamaOptions): Promise<RawModel>;
}

/** Silence after which the browser is ended: `graceMs` after a deadline, `idleMs` at any time. */
export function createWllamaRunner({ graceMs = GRACE_MS, idleMs = IDLE_MS } = {}): WllamaRunner {
	return {
		name: 'wllama',
		options: wllamaOptions,
		modelSource: 'gguf-file',
		check(options) {
			requireFlashAttention(options);
			checkModelFile(options.model);
		},
		async load(options) {
			const calledAt = performance.now();
			const header = checkModelFile(options.model);
			requireFlashAttention(options);
			const engine = findPackage('@wllama/wllama');
			const session = await PageSession.start(setup(options, header, engine), options);
			const loadMs = performance.now() - calledAt;
			const { loaded, adapter, browser } = session;
			const promptCache = options.promptCache ?? true;
			const identity = await session.keepIf(identifyFile(options.model, header, options.signal));
			return {
				kind: 'raw',
				identity,
				engine: {
					runner: 'wllama',
					version: `@wllama/wllama ${engine.version} (${loaded.engineVersion ?? 'llama.cpp'}, Chromium ${browser})`,
					backend: options.gpu === true ? `${loaded.backend}, ${gpuBackend(adapter)}` : loaded.backend,
					...(loaded.threads === undefined ? {} : { threads: loaded.threads }),
					threadsFrom: options.threads === undefined ? 'engine' : 'option',
					flashAttention: options.flashAttention ?? false,
					kvCacheType: options.kvCacheType ?? 'f16',
					...(loaded.contextSize === undefined ? {} : { contextSize: loaded.contextSize }),
					...(loaded.batchSize === undefined ? {} : { batchSize: loaded.batchSize }),
					promptCache,
					...(options.gpu === true ? gpuTimings(adapter) : {}),
				},
				loadMs,
				completer: new PageCompleter(session, { promptCache, graceMs, idleMs }),
				chatTemplate: header.chatTemplate ?? loaded.chatTemplate ?? '',
				bosToken: loaded.bosToken ?? '',
				eosToken: loaded.eosToken ?? '',
				addsBos: header.addsBos,
				grammar: true,
				peakRssBytes: () => session.peakBytes(),
				dispose: () => session.dispose(),
			};
		},
	};
}

/** llama.cpp in WebAssembly, in a browser. */
export const wllamaRunner: WllamaRunner = createWllamaRunner();

function setup(options: LoadOptions & WllamaOptions, header: GgufHeader, { folder }: EnginePackage): PageSetup {
	if (header.chatTemplate === undefined) {
		throw new EngineError('model-unsupported', message('browser.no-template', { model: basename(options.model) }));
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
			threads: options.threads,
			gpu: options.gpu ?? false,
			flashAttention: options.flashAttention ?? false,
			kvCacheType: options.kvCacheType,
		},
	};
}
