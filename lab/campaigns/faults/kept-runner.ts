import type { LoadedModel, LoadOptions, Runner } from '../../../src/model/runner.ts';

/** A runner whose models outlive their runs: a run's end gives them back, and the next one with the same options gets them. */
export interface KeptRunner<Model extends LoadedModel> extends Runner {
	/** Models that are loaded. */
	readonly models: readonly Model[];
	disposeAll(): Promise<void>;
}

export function keptRunner<Options extends object, Model extends LoadedModel>(
	runner: Omit<Runner<Options>, 'load'> & { load(options: LoadOptions & Options): Promise<Model> },
): KeptRunner<Model> {
	const kept = new Map<string, Model>();
	return {
		...runner,
		get models() {
			return [...kept.values()];
		},
		async load(options) {
			const { signal: _, onProgress: __, ...identity } = options;
			const key = JSON.stringify(identity);
			const model = kept.get(key) ?? (await runner.load(options as LoadOptions & Options));
			kept.set(key, model);
			// What the run disposes of is its own view of the model.
			return { ...model, dispose: async () => undefined };
		},
		async disposeAll() {
			await Promise.all([...kept.values()].map((model) => model.dispose()));
		},
	};
}
