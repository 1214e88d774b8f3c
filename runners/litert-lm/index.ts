import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { fileSha256 } from '../../src/download/cache.ts';
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

export interface LiteRtLmRunner extends Runner<LiteRtLmOptions> {
	/** Reads a `.litertlm` file by its path. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LoadOptions & LiteRtLmOptions): Promise<ChatOnlyModel>;
}

/** `script` replaces the package in the page; for tests. */
export function createLiteRtLmRunner({ script }: { readonly script?: string } = {}): LiteRtLmRunner {
	return {
		name: 'litert-lm',
		options: liteRtLmOptions,
		modelSource: 'name',
		check({ model }) {
			checkFile(model);
		},
		async load(options) {
			const calledAt = performance.now();
			const sizeBytes = checkFile(options.model);
			const core = findPackage('@litert-lm/core');
			const session = await PageSession.start(setup(options, core.folder, script), options);
			const loadMs = performance.now() - calledAt;
			const { loaded, adapter, browser } = session;
			const ports = { session, turns: new Turns(), graceMs: GRACE_MS, idleMs: IDLE_MS };
			const sha256 = await session.keepIf(fileSha256(options.model, options.signal));
			return {
				kind: 'chat',
				identity: { name: basename(options.model), sizeBytes, sha256, miniature: false },
				engine: {
					runner: 'litert-lm',
					version: `@litert-lm/core ${core.version} (Chromium ${browser})`,
					backend: gpuBackend(adapter),
					...(loaded.contextSize === undefined ? {} : { contextSize: loaded.contextSize }),
					...gpuTimings(adapter),
				},
				loadMs,
				openConversation: (conversation) => new LiteRtConversation(ports, conversation),
				peakRssBytes: () => session.peakBytes(),
				dispose: () => session.dispose(),
			};
		},
	};
}

/** The runtime under flutter_edge_ai, on WebGPU, in a browser. It renders prompts and reads calls itself. */
export const litertLmRunner: LiteRtLmRunner = createLiteRtLmRunner();

function setup({ model, contextSize = DEFAULT_CONTEXT }: LoadOptions & LiteRtLmOptions, core: string, script?: string) {
	const utils = findPackage('@litertjs/wasm-utils', join(core, 'package.json')).folder;
	const double = `/litert-lm/double.${script?.endsWith('.ts') ? 'ts' : 'js'}`;
	return {
		modelName: basename(model),
		engine: 'litert-lm',
		files: {
			...servedFolder('/litert-lm/dist/', join(core, 'dist')),
			...servedFolder('/litert-lm/wasm/', join(core, 'wasm')),
			...servedFolder('/litert-lm/wasm-utils/', join(utils, 'dist')),
			...(script === undefined ? {} : { [double]: script }),
			[MODEL_URL]: model,
		},
		imports: {
			'@litert-lm/core': script === undefined ? '/litert-lm/dist/index.js' : double,
			'@litert-lm/core/testing': '/litert-lm/dist/testing/index.js',
			'@litertjs/wasm-utils': '/litert-lm/wasm-utils/index.js',
		},
		hosts: [],
		folders: temporaryProfile,
		request: { model: MODEL_URL, contextSize, gpu: true, flashAttention: false },
	} satisfies PageSetup;
}

/** Size of the model file. The engine reads only `.litertlm`, and its errors about other files are unreadable. */
function checkFile(path: string): number {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats?.isFile() !== true) {
		throw new EngineError('model-missing', message('browser.litert-missing', { path: withoutAddressSecrets(path) }));
	}
	if (beginning(path) !== 'LITERTLM') {
		throw new EngineError('model-invalid', message('browser.litert-invalid', { model: basename(path) }));
	}
	return stats.size;
}

function beginning(path: string): string {
	const file = openSync(path, 'r');
	try {
		const bytes = Buffer.alloc(8);
		return bytes.toString('latin1', 0, readSync(file, bytes));
	} finally {
		closeSync(file);
	}
}
