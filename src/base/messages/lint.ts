/** English sentences of what lint finds, and templates and dialects. Alphabetical by code. */
export const lint = {
	'dialect.returned': [
		'dialect {dialect}: {what} returned an invalid value: [[`{field}` ]]{problem}',
		'Fix the dialect.',
	],
	'dialect.threw': ['dialect {dialect}: {what} threw {thrown}', 'Fix the dialect.'],
	'template.refused': [
		'the chat template rejects the prompt: {reason}',
		'Use the chat template published with the model.',
	],
	'template.unreadable': [
		'the chat template cannot be parsed: {reason}',
		'Use the chat template published with the model.',
	],
} as const;
