import { z } from 'zod';
import { unionIssue } from './union-issue.ts';

/**
 * What is wrong with one argument, as a Korean would say it to a person and to the model. What it does not word itself
 * it leaves to zod's own Korean.
 */
export function koreanIssue(issue: z.core.$ZodRawIssue): string | undefined {
	switch (issue.code) {
		case 'invalid_type':
			return issue.input === undefined ? '필수 인자가 없습니다' : mustBe(String(issue.expected), issue.input);
		case 'invalid_value':
			return oneOf(issue.values);
		case 'invalid_union':
			return unionIssue(issue, ' 또는 ', oneOf) ?? messageOf(zodKorean(issue));
		case 'too_big':
			if (issue.exact) return exactly(issue.maximum, issue.origin);
			return `${issue.maximum}${unitOf(issue.origin)} ${issue.inclusive === false ? '미만이어야' : '이하여야'} 합니다`;
		case 'too_small':
			if (issue.exact) return exactly(issue.minimum, issue.origin);
			return `${issue.minimum}${unitOf(issue.origin)} ${issue.inclusive === false ? '초과여야' : '이상이어야'} 합니다`;
		default:
			return messageOf(zodKorean(issue));
	}
}

function oneOf(values: readonly unknown[]): string {
	return `다음 중 하나여야 합니다: ${values.map(String).join(', ')}`;
}

function exactly(size: number | bigint, origin: string): string {
	return `정확히 ${size}${unitOf(origin)}여야 합니다`;
}

const zodKorean = z.locales.ko().localeError;

function mustBe(expected: string, input: unknown): string {
	const received = receivedType(input);
	return `${TYPES[expected] ?? expected} 값이어야 합니다 (받은 값: ${TYPES[received] ?? received})`;
}

/** A text that a schema makes a number of may be none. */
function receivedType(input: unknown): string {
	if (input === null || Number.isNaN(input)) return String(input);
	return Array.isArray(input) ? 'array' : typeof input;
}

const TYPES: Readonly<Record<string, string>> = {
	string: '문자열',
	number: '숫자',
	int: '정수',
	boolean: '참/거짓',
	array: '배열',
	object: '객체',
	null: 'null',
};

/** `number` and `int` have none: the figure itself is compared. */
function unitOf(origin: string): string {
	if (origin === 'string') return '자';
	return origin === 'array' || origin === 'set' || origin === 'map' ? '개' : '';
}

function messageOf(message: ReturnType<typeof zodKorean>): string | undefined {
	return typeof message === 'string' ? message : message?.message;
}
