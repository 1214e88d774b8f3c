import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type Played, promptKey, type Recording } from './generation.ts';
import { repository } from './package-entry.ts';

/** Runs the real llama.cpp runner and writes every generation into `recording`, for `record-generations.ts`. */
export const recorder: object = {
	name: 'golden-recorder',
	modelSource: 'gguf-file',
	options: z.strictObject({ recording: z.string().describe('JSON file that takes the generations') }),
	async load({ recording, ...options }: { recording: string }): Promise<object> {
		const source = pathToFileURL(join(repository, 'runners/llama-cpp/index.ts')).href;
		const { llamaCppRunner } = await import(source);
		const loaded = await llamaCppRunner.load({ ...options, threads: 1, promptCache: true });
		const before: Recording = existsSync(recording) ? JSON.parse(readFileSync(recording, 'utf8')) : {};
		const generations: Record<string, Played> = { ...before.generations };
		const { kind, identity, engine, loadMs, chatTemplate, bosToken, eosToken, grammar } = loaded;
		return {
			kind,
			identity,
			engine,
			loadMs,
			chatTemplate,
			bosToken,
			eosToken,
			grammar,
			completer: {
				async *complete(request: Request) {
					const prompt = request.parts.map(({ text }) => text).join('');
					const pieces: string[] = [];
					const tokens: number[] = [];
					for await (const event of loaded.completer.complete(request)) {
						if (event.type === 'pieces') {
							for (const { text, token } of event.pieces) {
								pieces.push(text);
								tokens.push(token);
							}
						} else {
							const { promptTokens, outputTokens } = event.usage;
							const finish = [event.finish.unified, event.finish.raw] as const;
							const key = promptKey(prompt, request.sampling, request.grammar);
							generations[key] = { pieces, tokens, finish, promptTokens, outputTokens };
						}
						yield event;
					}
				},
			},
			peakRssBytes: async () => undefined,
			async dispose() {
				const lines = Object.entries(generations)
					.toSorted(([one], [other]) => (one < other ? -1 : 1))
					.map(([key, played]) => `${JSON.stringify(key)}: ${JSON.stringify(played)}`);
				writeFileSync(recording, `{ "generations": {\n${lines.join(',\n')}\n} }\n`);
				await loaded.dispose();
			},
		};
	},
};

interface Request {
	readonly parts: readonly { readonly text: string }[];
	readonly sampling: { readonly temperature: number; readonly seed: number };
	readonly grammar?: string;
}
