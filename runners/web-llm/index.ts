import { join } from 'node:path';
import { EngineError, type LoadOptions, type RawModel, type Runner, sha256 } from '../../src/index.ts';
import { gpuBackend, gpuTimings } from '../browser/adapter-note.ts';
import { type BrowserFolders, keptProfile } from '../browser/keeper/profile.ts';
import { GRACE_MS, IDLE_MS, PageCompleter } from '../browser/page-completer.ts';
import { PageSession, type PageSetup } from '../browser/page-session.ts';
import { findPackage } from '../browser/server/served-package.ts';
import { chatTemplateFor } from './chat-template.ts';
import { findWebLlmModel, type WebLlmModel } from './models.ts';
import { type WebLlmOptions, webLlmOptions } from './options.ts';

export { webLlmModels } from './models.ts';

/** Where web-llm's list has its weights and its compiled models. */
const HOSTS: readonly string[] = ['huggingface.co', '*.huggingface.co', '*.hf.co', 'raw.githubusercontent.com'];
const DEFAULT_CONTEXT = 4096;

export interface WebLlmRunner extends Runner<WebLlmOptions> {
	/** Takes the name of a Gemma of web-llm's list. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LoadOptions & WebLlmOptions): Promise<RawModel>;
}

export interface WebLlmRunnerOptions {
	/** Script that stands in for the package in the page; for tests. */
	readonly script?: string;
	/** Hosts the page may reach beside 127.0.0.1. */
	readonly hosts?: readonly string[];
	readonly folders?: () => BrowserFolders;
}

export function createWebLlmRunner(runnerOptions: WebLlmRunnerOptions = {}): WebLlmRunner {
	return {
		name: 'web-llm',
		options: webLlmOptions,
		modelSource: 'name',
		async load(options) {
			const calledAt = performance.now();
			const model = await findWebLlmModel(options.model);
			const { folder, version } = findPackage('@mlc-ai/web-llm');
			const script = runnerOptions.script ?? join(folder, 'lib', 'index.js');
			const session = await PageSession.start(setup(options, model, script, runnerOptions), options);
			const loadMs = performance.now() - calledAt;
			const { loaded, probe, browser } = session;
			const chatTemplate = chatTemplateFor(model.name);
			return {
				kind: 'raw',
				identity: {
					name: model.name,
					...(model.quantization === undefined ? {} : { quantization: model.quantization }),
					templateSha256: await sha256(chatTemplate),
					miniature: false,
				},
				engine: {
					runner: 'web-llm',
					version: `@mlc-ai/web-llm ${version} (Chromium ${browser})`,
					backend: gpuBackend(probe),
					...(loaded.contextSize === undefined ? {} : { contextSize: loaded.contextSize }),
					promptCache: false,
					...gpuTimings(probe),
				},
				loadMs,
				completer: new PageCompleter(session, { promptCache: false, graceMs: GRACE_MS, idleMs: IDLE_MS }),
				chatTemplate,
				bosToken: '<bos>',
				eosToken: '<eos>',
				grammar: false,
				samplers: ['topP'],
				peakRssBytes: () => session.peakBytes(),
				dispose: () => session.dispose(),
			};
		},
	};
}

/** MLC's compiled models on WebGPU, in a browser. */
export const webLlmRunner: WebLlmRunner = createWebLlmRunner();

function setup(
	options: WebLlmOptions,
	model: WebLlmModel,
	script: string,
	{ hosts = HOSTS, folders = () => keptProfile('web-llm') }: WebLlmRunnerOptions,
): PageSetup {
	const most = model.contextSize ?? DEFAULT_CONTEXT;
	const contextSize = options.contextSize ?? most;
	if (contextSize > most) {
		throw new EngineError('model-unsupported', `${model.name} was compiled for a context of ${most} tokens`, {
			hint: `Ask for a context of at most ${most}.`,
		});
	}
	const url = `/web-llm/index.${script.endsWith('.ts') ? 'ts' : 'js'}`;
	return {
		modelName: model.name,
		engine: 'web-llm',
		files: { [url]: script },
		imports: { '@mlc-ai/web-llm': url },
		hosts,
		folders,
		request: {
			model: model.name,
			contextSize,
			gpu: true,
			flashAttention: false,
			requiredFeatures: model.requiredFeatures,
		},
	};
}
