import type { Dialect } from './dialect.ts';
import { knownDialects } from './dialects.ts';
import { gemma3Json } from './gemma3-json.ts';

/**
 * The dialect a model was trained on, told by the tokens its chat template writes; where the template knows no tools,
 * by the model's name, unless the template writes the turns of another dialect, and else JSON as Gemma 3's documentation
 * asks for it.
 */
export function detectDialect(chatTemplate: string, name = ''): string {
	const dialects = knownDialects();
	const spoken =
		dialects.find(({ speaks }) => speaks?.template(chatTemplate)) ??
		dialects.find((dialect) => dialect.speaks?.model?.(name) && !opensOthersTurns(chatTemplate, dialect, dialects));
	return (spoken ?? gemma3Json).name;
}

function opensOthersTurns(chatTemplate: string, { turnOpen }: Dialect, dialects: readonly Dialect[]): boolean {
	return !chatTemplate.includes(turnOpen) && dialects.some((other) => chatTemplate.includes(other.turnOpen));
}
