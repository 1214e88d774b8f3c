import type { DialectName } from './dialect.ts';

/**
 * The dialect a model was trained on, told by the tokens its chat template writes; where the template knows no tools,
 * by the model's name, and else JSON as Gemma 3's documentation asks for it.
 */
export function detectDialect(chatTemplate: string, name = ''): DialectName {
	if (chatTemplate.includes('<|tool_call>') || chatTemplate.includes('<|turn>')) return 'gemma4';
	if (chatTemplate.includes('<start_function_call>') || chatTemplate.includes('<start_function_declaration>')) {
		return 'functiongemma';
	}
	if (/gemma-?4/i.test(name)) return 'gemma4';
	return /function-?gemma/i.test(name) ? 'functiongemma' : 'gemma3-json';
}
