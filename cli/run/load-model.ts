import { readFileSync } from 'node:fs';
import { ConfigError } from '../../src/errors/gemmark-error.ts';
import type { LoadedModel, Runner, ServerOptions } from '../../src/model/runner.ts';
import { bundledModel } from '../../src/run/bundled-model.ts';
import { createProgress } from '../progress.ts';
import type { EngineRequest } from './run-request.ts';

/** Finds the model that `reference` names (downloading it where it is not here yet) and loads it into the runner. */
export async function loadModel(
	runner: Runner,
	request: EngineRequest,
	reference: string | undefined,
	signal: AbortSignal,
): Promise<LoadedModel> {
	const model = readsFile(request.runner) ? await findModelFile(reference, signal) : (reference ?? '');
	const progress = createProgress(process.stderr, 'loading');
	try {
		return await runner.load({
			model,
			gpu: request.gpu,
			flashAttention: request.flashAttention,
			sharePrefix: request.sharePrefix,
			...(request.prefixCache === undefined ? {} : { prefixCache: request.prefixCache }),
			...(request.baseUrl === undefined ? {} : { server: serverOptions(request.baseUrl, request.template) }),
			...(request.realTime === undefined ? {} : { realTime: request.realTime }),
			...(request.parallel === undefined ? {} : { sequences: request.parallel }),
			...(request.threads === undefined ? {} : { threads: request.threads }),
			...(request.contextSize === undefined ? {} : { contextSize: request.contextSize }),
			signal,
			onProgress: ({ done, total, stage }) => {
				if (process.stderr.isTTY) progress.update(done, total, stage);
			},
		});
	} finally {
		progress.finish();
	}
}

function serverOptions(url: string, template: string | undefined): ServerOptions {
	const apiKey = process.env.GEMMARK_API_KEY;
	return {
		url,
		...(apiKey === undefined ? {} : { apiKey }),
		...(template === undefined ? {} : { chatTemplate: readTemplate(template) }),
	};
}

function readTemplate(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a file with the chat template of the model.',
			cause,
		});
	}
}

/** Engines that read a GGUF of this machine; the others know their models by name. */
function readsFile(runner: EngineRequest['runner']): boolean {
	return runner === 'llama-cpp' || runner === 'wllama';
}

/** Path of the file that `reference` names; the bundled miniature without one. */
export async function findModelFile(reference: string | undefined, signal: AbortSignal): Promise<string> {
	if (reference === undefined) return bundledModel();
	const { resolveModel } = await import('../../src/download/resolve-model.ts');
	const progress = createProgress(process.stderr, 'downloading');
	try {
		return await resolveModel(reference, {
			signal,
			onProgress: ({ done, total }) => progress.update(megabytes(done), total && megabytes(total), 'MB'),
		});
	} finally {
		progress.finish();
	}
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 1e6);
}
