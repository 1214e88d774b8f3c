import { EngineError, type JsonValue } from '../../../src/index.ts';

/**
 * The error for an answer in a form that nobody knows: what is in it may be text or a call, and left out it would be judged
 * as the model's silence. `field` is its path, such as `choices[0].delta.content`.
 */
export function unreadAnswer(source: string, field: string, value: JsonValue): EngineError {
	return new EngineError(
		'protocol',
		`${source}: the server answers with ${kindOf(value)} in ${field}, which is not read`,
		{
			hint: 'Have it answer as the OpenAI API does; docs/openai-servers.md has what else is read.',
			detail: JSON.stringify(value).slice(0, 1000),
		},
	);
}

/** The error for an answer that tells two different things of the same, such as the arguments of a call. */
export function contradictoryAnswer(message: string): EngineError {
	return new EngineError('contradictory', message, {
		hint: 'Have it tell each piece and each call once, as the OpenAI API does.',
	});
}

/** The text of a field. Throws {@link unreadAnswer} for what is neither text nor nothing. */
export function wordsOf(value: JsonValue | undefined, source: string, field: string): string {
	if (typeof value === 'string') return value;
	if (value === undefined || !holdsSomething(value)) return '';
	throw unreadAnswer(source, field, value);
}

/** Whether a value can tell anything: `null`, blank text and empty lists and objects cannot. */
export function holdsSomething(value: JsonValue | undefined): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value !== 'object' || Object.keys(value).length > 0;
}

function kindOf(value: JsonValue): string {
	if (Array.isArray(value)) return 'a list';
	if (value === null) return 'null';
	return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
