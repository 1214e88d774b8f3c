/** Names of the dialects that come with gemmark. They stand apart: a help that lists them needs no parser. */
export const DIALECT_NAMES: readonly string[] = [
	'gemma4',
	'functiongemma',
	'gemma3-json',
	'tool-code',
	'flutter-gemma',
];
