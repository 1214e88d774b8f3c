import { EngineError } from '../../../src/index.ts';
import type { KeptEngine } from '../../supervisor/kept-engine.ts';
import type { FromEngine, ToEngine } from '../protocol.ts';
import { type EngineProcess, toldError } from './engine-process.ts';

type Answer<T extends FromEngine['type']> = Extract<FromEngine, { readonly type: T }>;
type Question = Extract<ToEngine, { readonly id: number }>;

/** Below zero: completions count from zero on. */
let ids = -1;

/** Asks the engine's process something with one answer. Throws what the engine died of, or said went wrong. */
export async function askEngine<T extends 'counted' | 'measured' | 'scores'>(
	kept: KeptEngine<EngineProcess>,
	question: (id: number) => Question,
	answer: T,
): Promise<Answer<T>> {
	const engine = await kept.living();
	const id = ids--;
	return new Promise((resolve, reject) => {
		const stop = engine.listen((told) => {
			if (!('id' in told) || told.id !== id) return;
			stop();
			if (told.type === answer) resolve(told as Answer<T>);
			else if (told.type === 'failed') reject(toldError(told, kept.modelName));
			else reject(new EngineError('protocol', `${kept.modelName}: the engine said ${told.type}, not ${answer}`));
		}, reject);
		engine.send(question(id));
	});
}
