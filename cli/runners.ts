import type { Runner, RunnerName } from '../src/model/runner.ts';

/** Engines by name, each imported only when it is used. */
const RUNNERS: Readonly<Record<RunnerName, () => Promise<Runner>>> = {
	'llama-cpp': async () => (await import('../runners/llama-cpp/index.ts')).llamaCppRunner,
	wllama: async () => (await import('../runners/wllama/index.ts')).wllamaRunner,
	'web-llm': async () => (await import('../runners/web-llm/index.ts')).webLlmRunner,
	'litert-lm': async () => (await import('../runners/litert-lm/index.ts')).litertLmRunner,
	replay: async () => (await import('../runners/replay/index.ts')).replayRunner,
	openai: async () => (await import('../runners/openai/index.ts')).openAiRunner,
};

/** The engine of that name. */
export function loadRunner(name: RunnerName): Promise<Runner> {
	return RUNNERS[name]();
}
