import { join } from 'node:path';
import { bundledModel, bundledModelFolder } from '../../../run/compose/load.ts';
import { llamaCppRunner } from '../../../runners/llama-cpp/index.ts';
import { type EngineServer, startEngineServer } from '../../../runners/openai/engine-server-fixture.ts';
import { createOpenAiRunner } from '../../../runners/openai/index.ts';
import type { TargetConfig } from '../../../src/config/define.ts';
import type { Fault, NativeEngine } from './fault.ts';
import { keptRunner } from './kept-runner.ts';
import { NATIVE_FAULTS } from './native-faults.ts';
import { SERVER_FAULTS } from './server-faults.ts';

/** An engine with the bundled miniature in it, loaded once, and what can happen to it. */
export interface Bench<Engine> {
	readonly name: string;
	readonly engine: Engine;
	readonly target: TargetConfig;
	readonly faults: readonly Fault<Engine>[];
	/** Puts the engine in order after a run. */
	settle(): Promise<void>;
	dispose(): Promise<void>;
}

/** Of two cores, one for each bench. */
const THREADS = 1;

export function nativeBench(): Bench<NativeEngine> {
	const runner = keptRunner(llamaCppRunner);
	return {
		name: 'native',
		engine: {
			kill() {
				for (const pid of runner.models.map((model) => model.pid()))
					if (pid !== undefined) process.kill(pid, 'SIGKILL');
			},
		},
		target: { runner, threads: THREADS },
		faults: NATIVE_FAULTS,
		settle: async () => undefined,
		dispose: () => runner.disposeAll(),
	};
}

export async function serverBench(): Promise<Bench<EngineServer>> {
	const model = await llamaCppRunner.load({ model: bundledModel(), threads: THREADS });
	const server = await startEngineServer(model);
	return {
		name: 'server',
		engine: server,
		target: {
			runner: createOpenAiRunner({}, [50, 200, 400]),
			model: 'mini-q8_0',
			baseUrl: server.url,
			template: join(bundledModelFolder(), 'template.jinja'),
		},
		faults: SERVER_FAULTS,
		async settle() {
			server.disturb = undefined;
			await server.settled();
		},
		async dispose() {
			await server.close();
			await model.dispose();
		},
	};
}
