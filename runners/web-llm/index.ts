import { join } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import { GEMMA4_CHAT_TEMPLATE, GEMMA4_LARGE_CHAT_TEMPLATE } from '../../src/dialects/prompt/gemma4-template.ts';
import type { LoadOptions, RawModel, Runner } from '../../src/model/runner.ts';
import { withoutAddressSecrets } from '../../src/text/secrets.ts';
import { type BrowserFolders, keptProfile } from '../browser/browser.ts';
import { GRACE_MS, IDLE_MS, PageCompleter } from '../browser/page-completer.ts';
import { findPackage } from '../browser/page-server.ts';
import { gpuBackend, gpuTimings, PageSession, type PageSetup } from '../browser/page-session.ts';
import { type WebLlmOptions, webLlmOptions } from './options.ts';

/** Where web-llm's list has its weights and its compiled models. */
const HOSTS: readonly string[] = ['huggingface.co', '*.huggingface.co', '*.hf.co', 'raw.githubusercontent.com'];
const DEFAULT_CONTEXT = 4096;

interface WebLlmRunner extends Runner<WebLlmOptions> {
	/** Takes the name of a Gemma of web-llm's list. Throws {@link EngineError} or {@link EnvironmentError}. */
	load(options: LoadOptions & WebLlmOptions): Promise<RawModel>;
}

interface PageOptions {
	/** Replaces the package in the page; for tests. */
	readonly script?: string;
	/** Hosts that the page may reach besides 127.0.0.1. */
	readonly hosts?: readonly string[];
	readonly folders?: () => BrowserFolders;
}

export function createWebLlmRunner(page: PageOptions = {}): WebLlmRunner {
	return {
		name: 'web-llm',
		options: webLlmOptions,
		modelSource: 'name',
		async load(options) {
			const calledAt = performance.now();
			const model = await findWebLlmModel(options.model);
			const { folder, version } = findPackage('@mlc-ai/web-llm');
			const script = page.script ?? join(folder, 'lib', 'index.js');
			const session = await PageSession.start(setup(options, model, script, page), options);
			const loadMs = performance.now() - calledAt;
			const { loaded, adapter, browser } = session;
			const { name } = model;
			const chatTemplate = chatTemplateFor(name);
			return {
				kind: 'raw',
				identity: { name, ...quantizationOf(name), templateSha256: await sha256(chatTemplate), miniature: false },
				engine: {
					runner: 'web-llm',
					version: `@mlc-ai/web-llm ${version} (Chromium ${browser})`,
					backend: gpuBackend(adapter),
					...(loaded.contextSize === undefined ? {} : { contextSize: loaded.contextSize }),
					promptCache: false,
					...gpuTimings(adapter),
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
	{ hosts = HOSTS, folders = () => keptProfile('web-llm') }: PageOptions,
): PageSetup {
	const { name, contextSize: most = DEFAULT_CONTEXT, requiredFeatures } = model;
	const contextSize = options.contextSize ?? most;
	if (contextSize > most) {
		throw new EngineError('model-unsupported', message('browser.context', { model: name, tokens: most }));
	}
	const url = `/web-llm/index.${script.endsWith('.ts') ? 'ts' : 'js'}`;
	return {
		modelName: name,
		engine: 'web-llm',
		files: { [url]: script },
		imports: { '@mlc-ai/web-llm': url },
		hosts,
		folders,
		request: { model: name, contextSize, gpu: true, flashAttention: false, requiredFeatures },
	};
}

/** A Gemma of web-llm's list. */
interface WebLlmModel {
	/** The value of `--model`. */
	readonly name: string;
	readonly quantization?: string;
	readonly gpuMemoryBytes?: number;
	/** Features the GPU must have, such as `shader-f16`. */
	readonly requiredFeatures: readonly string[];
	readonly contextSize?: number;
}

/** The Gemma models of the installed web-llm. Throws {@link EnvironmentError} if it is not installed. */
export async function webLlmModels(): Promise<readonly WebLlmModel[]> {
	findPackage('@mlc-ai/web-llm');
	const { prebuiltAppConfig } = (await import('@mlc-ai/web-llm')) as unknown as WebLlmPackage;
	return prebuiltAppConfig.model_list
		.filter(({ model_id }) => /gemma/i.test(model_id))
		.map(({ model_id, vram_required_MB, required_features, overrides }) => ({
			name: model_id,
			...quantizationOf(model_id),
			gpuMemoryBytes: vram_required_MB === undefined ? undefined : Math.round(vram_required_MB * 2 ** 20),
			requiredFeatures: required_features ?? [],
			contextSize: overrides?.context_window_size,
		}));
}

/** The model of that name. Throws {@link EngineError} `model-missing` with the available names. */
async function findWebLlmModel(name: string): Promise<WebLlmModel> {
	const models = await webLlmModels();
	const found = models.find((model) => model.name === name);
	if (found !== undefined) return found;
	const said = { model: withoutAddressSecrets(name), names: models.map((model) => model.name) };
	throw new EngineError('model-missing', message('browser.web-llm-unknown', said));
}

/** The part of the package that is read here; its own types do not resolve under Node's module resolution. */
interface WebLlmPackage {
	readonly prebuiltAppConfig: {
		readonly model_list: readonly {
			readonly model_id: string;
			readonly vram_required_MB?: number;
			readonly required_features?: readonly string[];
			readonly overrides?: { readonly context_window_size?: number };
		}[];
	};
}

function quantizationOf(modelId: string): { readonly quantization?: string } {
	const quantization = /-(q\d+f\d+_\d+)-/.exec(modelId)?.[1];
	return quantization === undefined ? {} : { quantization };
}

/** Gemma 1 to 3 have neither a system turn nor tools: system text starts the first user turn. */
const GEMMA_TURNS = `{{ bos_token }}
{%- set first = messages[0].content | trim + '\\n\\n' if messages[0].role == 'system' else '' -%}
{%- set turns = messages[1:] if messages[0].role == 'system' else messages -%}
{%- for m in turns if m.role == 'user' or m.role == 'assistant' -%}
<start_of_turn>{{ 'model' if m.role == 'assistant' else 'user' }}
{{ first if loop.first }}{{ m.content | trim }}<end_of_turn>
{% endfor -%}
{%- if add_generation_prompt -%}<start_of_turn>model
{% endif -%}`;

/** The template of a model by its name: MLC's packages have only a conversation format without tools. */
export function chatTemplateFor(modelId: string): string {
	if (!/gemma-?4/i.test(modelId)) return GEMMA_TURNS;
	return /(?:26|31)b/i.test(modelId) ? GEMMA4_LARGE_CHAT_TEMPLATE : GEMMA4_CHAT_TEMPLATE;
}
