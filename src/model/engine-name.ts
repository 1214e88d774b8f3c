import type { EngineIdentity } from './identity.ts';

/** The engine as people name it: `llama-cpp 3.22.1`, with what it runs on `llama-cpp 3.22.1 (cpu)`; what is known of it. */
export function engineName({ runner, version }: EngineIdentity): string {
	return version === undefined ? runner : `${runner} ${version}`;
}

export function engineNameWithBackend(engine: EngineIdentity): string {
	return engine.backend === undefined ? engineName(engine) : `${engineName(engine)} (${engine.backend})`;
}
