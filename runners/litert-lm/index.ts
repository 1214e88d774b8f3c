import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { fileSha256 } from '../../src/download/cache.ts';
import { type LiteRtFile, readLiteRtFile } from '../../src/gguf/litertlm.ts';
import type { ChatOnlyModel, LoadOptions, Runner } from '../../src/model/runner.ts';
import { withoutAddressSecrets } from '../../src/text/secrets.ts';
import { temporaryProfile } from '../browser/browser.ts';
import { GRACE_MS, IDLE_MS } from '../browser/page-completer.ts';
import { findPackage, servedFolder } from '../browser/page-server.ts';
import { gpuBackend, gpuTimings, PageSession, type PageSetup } from '../browser/page-session.ts';
import { Turns } from '../supervisor/kept-engine.ts';
import { LiteRtConversation } from './conversation.ts';
import { type LiteRtLmOptions, liteRtLmOptions } from './options.ts';

const DEFAULT_CONTEXT = 4096;
const MODEL_URL = '/model.litertlm';

interface LiteRtLmRunner extends Runner<LiteRtLmOptions> {
	/** Reads a `.litertlm` file by its path; the repository's miniature without one. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LoadOptions & LiteRtLmOptions): Promise<ChatOnlyModel>;
}

/** `script` replaces the package in the page; for tests. */
export function createLiteRtLmRunner({ script }: { readonly script?: string } = {}): LiteRtLmRunner {
	return {
		name: 'litert-lm',
		options: liteRtLmOptions,
		modelSource: 'name',
		maxTopK: 64,
		check(options) {
			contextFor(options, checkFile(options.model));
		},
		async load(options) {
			const calledAt = performance.now();
			const file = checkFile(options.model);
			const core = findPackage('@litert-lm/core');
			const session = await PageSession.start(setup(options, file, core.folder, script), options);
			const loadMs = performance.now() - calledAt;
			const { loaded, adapter, browser } = session;
			const ports = { session, turns: new Turns(), graceMs: GRACE_MS, idleMs: IDLE_MS };
			const onGpu = loaded.backend !== 'cpu';
			const sha256 = await session.keepIf(fileSha256(file.path, options.signal));
			return {
				kind: 'chat',
				identity: {
					name: basename(file.path),
					sizeBytes: file.sizeBytes,
					sha256,
					miniature: file.author === 'gemmark',
				},
				engine: {
					runner: 'litert-lm',
					version: `@litert-lm/core ${core.version} (Chromium ${browser})`,
					backend: onGpu ? gpuBackend(adapter) : loaded.backend,
					contextSize: loaded.contextSize,
					...(onGpu ? gpuTimings(adapter) : {}),
				},
				loadMs,
				litertTemplate: file.chatTemplate,
				openConversation: (conversation) => new LiteRtConversation(ports, conversation),
				peakRssBytes: () => session.peakBytes(),
				dispose: () => session.dispose(),
			};
		},
	};
}

/** The runtime under flutter_edge_ai, in a browser. It renders prompts and reads calls itself. */
export const litertLmRunner: LiteRtLmRunner = createLiteRtLmRunner();

function setup(options: LoadOptions & LiteRtLmOptions, file: CheckedFile, core: string, script?: string) {
	const utils = findPackage('@litertjs/wasm-utils', join(core, 'package.json')).folder;
	const { backend } = options;
	const gpu = backend === undefined && file.forGpu ? undefined : backend === 'gpu';
	const double = `/litert-lm/double.${script?.endsWith('.ts') ? 'ts' : 'js'}`;
	return {
		modelName: basename(file.path),
		engine: 'litert-lm',
		files: {
			...servedFolder('/litert-lm/dist/', join(core, 'dist')),
			...servedFolder('/litert-lm/wasm/', join(core, 'wasm')),
			...servedFolder('/litert-lm/wasm-utils/', join(utils, 'dist')),
			...(script === undefined ? {} : { [double]: script }),
			[MODEL_URL]: file.path,
		},
		imports: {
			'@litert-lm/core': script === undefined ? '/litert-lm/dist/index.js' : double,
			'@litert-lm/core/testing': '/litert-lm/dist/testing/index.js',
			'@litertjs/wasm-utils': '/litert-lm/wasm-utils/index.js',
		},
		hosts: [],
		folders: temporaryProfile,
		request: { model: MODEL_URL, contextSize: contextFor(options, file), gpu, flashAttention: false },
	} satisfies PageSetup;
}

interface CheckedFile extends LiteRtFile {
	readonly path: string;
	readonly sizeBytes: number;
}

/** The engine reads only `.litertlm`, and its errors about other files are unreadable. */
function checkFile(model: string): CheckedFile {
	const path = model === '' ? join(packageRoot(), 'models', 'mini', 'mini-f16.litertlm') : model;
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isFile() !== true) {
		throw new EngineError('model-missing', message('browser.litert-missing', { path: withoutAddressSecrets(path) }));
	}
	const file = readLiteRtFile(path);
	if (file !== undefined) return { ...file, path, sizeBytes: stats.size };
	throw new EngineError('model-invalid', message('browser.litert-invalid', { model: basename(path) }));
}

/** The engine writes over its own cache where the context is larger than the file's. */
function contextFor({ contextSize }: LiteRtLmOptions, { path, contextSize: tokens }: CheckedFile): number {
	if (contextSize !== undefined && tokens !== undefined && contextSize > tokens) {
		throw new EngineError('model-unsupported', message('browser.context', { model: basename(path), tokens }));
	}
	return contextSize ?? Math.min(DEFAULT_CONTEXT, tokens ?? DEFAULT_CONTEXT);
}
