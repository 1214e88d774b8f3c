import { statSync } from 'node:fs';
import { join } from 'node:path';
import { modelCacheFolder } from '../../src/download/cache.ts';
import { ggufFiles } from '../../src/gguf/check.ts';
import { bundledModelFolder } from '../../src/run/compose/load.ts';
import { shellQuoted } from '../../src/text/text.ts';

interface ListedModel {
	readonly name: string;
	/** On disk, or in GPU memory for web-llm; absent where nobody tells. */
	readonly sizeBytes?: number;
	/** What to give to `--model`. */
	readonly reference: string;
	readonly origin: 'bundled' | 'downloaded' | 'web-llm';
}

/** Prints the models that are on this machine, and how others are named. */
export async function listModels(options: { readonly json: boolean }): Promise<void> {
	const cache = modelCacheFolder();
	const models = [
		...listedIn(bundledModelFolder(), 'bundled'),
		...listedIn(cache, 'downloaded'),
		...(await browserModels()),
	];
	if (options.json) {
		process.stdout.write(`${JSON.stringify(models, undefined, '\t')}\n`);
		return;
	}
	for (const model of models) process.stdout.write(`${describe(model)}\n`);
	process.stdout.write(
		[
			'',
			'The bundled models are miniatures for exercising the harness; their verdicts are not about Gemma.',
			'Any Gemma is one flag away: --model path/to/model.gguf, or --model hf:user/repo:Q4_0',
			`Downloads go to ${cache} (GEMMARK_CACHE chooses another folder).`,
			'',
		].join('\n'),
	);
}

function describe({ name, sizeBytes, reference, origin }: ListedModel): string {
	const size = sizeBytes === undefined ? '' : `  ${(sizeBytes / 1e6).toFixed(1)} MB`;
	return `${name}${size}  ${origin}  ${origin === 'web-llm' ? '--runner web-llm ' : ''}--model ${shellQuoted(reference)}`;
}

/** What web-llm can fetch by name; nothing where it is not installed. */
async function browserModels(): Promise<readonly ListedModel[]> {
	const { webLlmModels } = await import('../../runners/web-llm/index.ts');
	const models = await webLlmModels().catch(() => []);
	return models.map(({ name, gpuMemoryBytes }) => ({
		name,
		reference: name,
		origin: 'web-llm',
		...(gpuMemoryBytes === undefined ? {} : { sizeBytes: gpuMemoryBytes }),
	}));
}

function listedIn(folder: string, origin: ListedModel['origin']): readonly ListedModel[] {
	return ggufFiles(folder).flatMap((name) => {
		const reference = join(folder, name);
		const file = statSync(reference, { throwIfNoEntry: false });
		return file?.isFile() ? [{ name, sizeBytes: file.size, reference, origin }] : [];
	});
}
