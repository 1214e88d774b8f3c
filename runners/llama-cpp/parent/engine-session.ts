import { EngineError, type LoadOptions, type LoadProgress } from '../../../src/index.ts';
import { loadInterrupted, loadTimeout } from '../../supervisor/engine-ends.ts';
import type { LoadMessage, ReadyMessage } from '../protocol.ts';
import { EngineProcess, toldError } from './engine-process.ts';

export const DEFAULT_LOAD_TIMEOUT_MS = 600_000;

export interface StartedEngine {
	readonly process: EngineProcess;
	readonly ready: ReadyMessage;
}

/** Starts a process and loads the model in it. Throws a typed error, with the process gone, when that fails. */
export async function startEngine(
	modelName: string,
	message: LoadMessage,
	options: Pick<LoadOptions, 'loadTimeoutMs' | 'signal' | 'onProgress'>,
): Promise<StartedEngine> {
	const { loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS, signal, onProgress } = options;
	if (signal?.aborted) throw loadInterrupted(modelName);
	const engine = new EngineProcess(modelName);
	const abort = (): void => void engine.kill(loadInterrupted(modelName));
	signal?.addEventListener('abort', abort, { once: true });
	const timer = setTimeout(() => void engine.kill(loadTimeout(modelName, loadTimeoutMs)), loadTimeoutMs);
	try {
		return { process: engine, ready: await readiness(engine, modelName, message, onProgress) };
	} catch (error) {
		await engine.kill(loadInterrupted(modelName));
		throw error;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', abort);
	}
}

function readiness(
	engine: EngineProcess,
	modelName: string,
	message: LoadMessage,
	onProgress: ((progress: LoadProgress) => void) | undefined,
): Promise<ReadyMessage> {
	return new Promise((resolve, reject) => {
		const stop = engine.listen((told) => {
			if (told.type === 'progress') {
				onProgress?.({ stage: told.stage, done: told.done, total: 1, unit: 'fraction' });
				return;
			}
			stop();
			if (told.type === 'ready') resolve(told);
			else if (told.type === 'failed') reject(toldError(told, modelName));
			else reject(new EngineError('protocol', `${modelName}: the engine said ${told.type} before it was ready`));
		}, reject);
		engine.send(message);
	});
}
