import type { z } from 'zod';

/** What is expected of a field, for the end of `file:line: field: `. What it does not word it leaves to zod. */
export function issueText(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'invalid_value':
			return `must be ${listed(issue.values.map((value) => JSON.stringify(value) ?? String(value)))}`;
		case 'too_small':
			if (issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
			return `must ${issue.inclusive === false ? 'be more than' : (LEAST[issue.origin] ?? 'be at least')} ${issue.minimum}${unitOf(issue.origin)}`;
		case 'too_big':
			return `must ${issue.inclusive === false ? 'be less than' : (MOST[issue.origin] ?? 'be at most')} ${issue.maximum}${unitOf(issue.origin)}`;
		case 'invalid_union':
			return Array.isArray(issue.options)
				? `must be ${listed(issue.options.map((option) => JSON.stringify(option)))}`
				: undefined;
		default:
			return undefined;
	}
}

const TYPES: Readonly<Record<string, string>> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
};

const LEAST: Readonly<Record<string, string>> = { string: 'have at least', array: 'have at least' };
const MOST: Readonly<Record<string, string>> = { string: 'have at most', array: 'have at most' };

function unitOf(origin: string): string {
	if (origin === 'string') return ' characters';
	return origin === 'array' ? ' entries' : '';
}

function listed(values: readonly string[]): string {
	return values.length <= 1 ? values.join('') : `one of ${values.join(', ')}`;
}
