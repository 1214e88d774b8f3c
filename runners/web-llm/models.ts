import { EngineError, EnvironmentError, withoutAddressSecrets } from '../../src/index.ts';

/** A Gemma of web-llm's own list. */
export interface WebLlmModel {
	/** What to give to `--model`. */
	readonly name: string;
	readonly quantization?: string;
	readonly gpuMemoryBytes?: number;
	/** Features the GPU must have, such as `shader-f16`. */
	readonly requiredFeatures: readonly string[];
	readonly contextSize?: number;
}

/** The Gemma models that the installed web-llm knows. Throws {@link EnvironmentError} when it is not installed. */
export async function webLlmModels(): Promise<readonly WebLlmModel[]> {
	const { prebuiltAppConfig } = await importWebLlm();
	return prebuiltAppConfig.model_list
		.filter(({ model_id }) => /gemma/i.test(model_id))
		.map(({ model_id, vram_required_MB, required_features, overrides }) => ({
			name: model_id,
			...quantizationOf(model_id),
			...(vram_required_MB === undefined ? {} : { gpuMemoryBytes: Math.round(vram_required_MB * 2 ** 20) }),
			requiredFeatures: required_features ?? [],
			...(overrides?.context_window_size === undefined ? {} : { contextSize: overrides.context_window_size }),
		}));
}

/** The model of that name. Throws {@link EngineError} `model-missing`, with the names there are. */
export async function findWebLlmModel(name: string): Promise<WebLlmModel> {
	const models = await webLlmModels();
	const found = models.find((model) => model.name === name);
	if (found !== undefined) return found;
	throw new EngineError('model-missing', `web-llm has no Gemma named ${withoutAddressSecrets(name)}`, {
		hint: `Choose one of: ${models.map((model) => model.name).join(', ')}.`,
	});
}

/** As much of the package as is read here; its own types do not resolve under Node's module resolution. */
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

async function importWebLlm(): Promise<WebLlmPackage> {
	try {
		return (await import('@mlc-ai/web-llm')) as unknown as WebLlmPackage;
	} catch (cause) {
		throw new EnvironmentError('The package @mlc-ai/web-llm is not installed', {
			hint: 'npm install @mlc-ai/web-llm playwright-core, beside gemmark.',
			cause,
		});
	}
}

function quantizationOf(modelId: string): { readonly quantization?: string } {
	const quantization = /-(q\d+f\d+_\d+)-/.exec(modelId)?.[1];
	return quantization === undefined ? {} : { quantization };
}
