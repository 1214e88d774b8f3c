import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { EnvironmentError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';

/** A model file's vocabulary without its weights. */
interface Vocabulary {
	readonly bosToken: string | undefined;
	readonly eosToken: string | undefined;
	/** Tokens of a text, special ones as one; no BOS is added. */
	count(text: string): number;
	dispose(): Promise<void>;
}

/** Loads only the vocabulary of a GGUF, into this process. Throws where the file has none that llama.cpp can read. */
export async function openVocabulary(modelPath: string): Promise<Vocabulary> {
	requireBinding();
	const { getLlama, LlamaLogLevel } = await import('node-llama-cpp');
	const llama = await getLlama({
		build: 'never',
		gpu: false,
		logLevel: LlamaLogLevel.disabled,
		progressLogs: false,
	});
	try {
		const model = await llama.loadModel({ modelPath, vocabOnly: true });
		return {
			bosToken: model.tokens.bosString ?? undefined,
			eosToken: model.tokens.eosString ?? undefined,
			count: (text) => model.tokenize(text, true).length,
			dispose: () => llama.dispose(),
		};
	} catch (error) {
		await llama.dispose();
		throw error;
	}
}

/** Entry file of node-llama-cpp, an optional peer. Throws {@link EnvironmentError} with what to install. */
export function requireBinding(
	folder?: string,
	from = folder === undefined ? import.meta.url : join(resolve(folder), 'engine.js'),
): string {
	try {
		// A folder inside a project would give that project's.
		if (folder !== undefined && !existsSync(join(folder, 'node_modules/node-llama-cpp'))) throw new Error(folder);
		return createRequire(from).resolve('node-llama-cpp');
	} catch (error) {
		const said = folder === undefined ? message('engine.binding-missing') : message('engine.from-missing', { folder });
		throw new EnvironmentError(said, { cause: error });
	}
}
