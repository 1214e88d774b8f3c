import { EngineError } from '../../../src/index.ts';

/** What the death of an engine's process means. Its own SIGKILL is not ours: those of the parent have their reason. */
export function exitError(
	modelName: string,
	doing: string,
	code: number | null,
	signal: NodeJS.Signals | null,
	stderr: string,
): EngineError {
	const detail = stderr.trim();
	const options = detail === '' ? {} : { detail };
	if (signal === 'SIGKILL') {
		return new EngineError('out-of-memory', `${modelName}: the engine was killed while ${doing}`, {
			hint: 'The system was probably out of memory: close other programs, or use a smaller quantization or context.',
			...options,
		});
	}
	if (signal === 'SIGBUS') {
		return new EngineError('crashed', `${modelName}: the engine crashed (SIGBUS) while ${doing}`, {
			hint: 'The model file was cut short or replaced while it was in use: put it back, and start again.',
			...options,
		});
	}
	const how = signal ?? `exit code ${code ?? 'unknown'}`;
	return new EngineError('crashed', `${modelName}: the engine crashed (${how}) while ${doing}`, {
		hint:
			doing === 'loading'
				? 'The file is damaged, or its numbers are absurd: download it again, or take another conversion of the model.'
				: 'Run it again with --threads 1; if it crashes again, take another conversion of the model.',
		...options,
	});
}
