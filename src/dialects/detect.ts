import { knownDialects } from './dialects.ts';
import { gemma3Json } from './gemma3-json.ts';

/**
 * The dialect a model was trained on, told by the tokens its chat template writes; where the template knows no tools,
 * by the model's name, and else JSON as Gemma 3's documentation asks for it.
 */
export function detectDialect(chatTemplate: string, name = ''): string {
	const dialects = knownDialects();
	const spoken =
		dialects.find(({ speaks }) => speaks?.template(chatTemplate)) ??
		dialects.find(({ speaks }) => speaks?.model?.(name));
	return (spoken ?? gemma3Json).name;
}
