import { UsageError } from '../errors/gemmark-error.ts';
import type { Runner, RunnerName } from '../model/runner.ts';

/** Engines by name, each imported only when it is used. */
const RUNNERS: Partial<Record<RunnerName, () => Promise<Runner>>> = {
	'llama-cpp': async () => (await import('../../runners/llama-cpp/index.ts')).llamaCppRunner,
	replay: async () => (await import('../../runners/replay/index.ts')).replayRunner,
	openai: async () => (await import('../../runners/openai/index.ts')).openAiRunner,
};

/** The engine of that name. */
export async function loadRunner(name: RunnerName): Promise<Runner> {
	const load = RUNNERS[name];
	if (load === undefined) {
		throw new UsageError(`--runner ${name}: not in this version`, {
			hint: `There is ${Object.keys(RUNNERS).join(', ')}.`,
		});
	}
	return load();
}
