import { z } from 'zod';
import { readLanguage } from './text.ts';

/** The words of an app in a language: Korean ones where none is named, English ones for every other. Throws `ConfigError` where it is no BCP 47 tag. */
export function appWords(language: string = 'ko'): AppWords {
	return readLanguage(language).base === 'ko' ? KOREAN : ENGLISH;
}

type UnionIssue = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>;
type Values = readonly z.core.util.Primitive[];

/**
 * What is wrong with an argument that fits none of several schemas: the first objection of each, once, joined by `or`; where
 * they only name values, `oneOf` says them. Absent where zod does not list them.
 */
function unionIssue(issue: UnionIssue, or: string, oneOf: (values: Values) => string): string | undefined {
	const { options } = issue as { readonly options?: Values };
	if (options !== undefined) return oneOf(options);
	const objections = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]));
	if (objections.length === 0) return undefined;
	const named = objections.flatMap((objection) => (objection.code === 'invalid_value' ? [objection.values] : []));
	if (named.length === objections.length) return oneOf(named.flat());
	return [...new Set(objections.map(placed))].join(or);
}

function placed({ path, message }: z.core.$ZodIssue): string {
	return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
}

const ENGLISH: AppWords = {
	unknownTool: (toolName) => `Unknown tool: ${toolName}`,
	badArguments: (problem) => `Invalid arguments: ${problem}`,
	noObject: (type) => `expected an object, received ${type}`,
	argumentIssue: englishIssue,
	toolFailed: (why) => `The tool failed: ${why}`,
	badResults: {
		'no-envelope': "its result has no type 'ok', 'error' or 'cancelled'",
		'no-reason': "its result of type 'error' lacks the text of code or reason",
		'no-data': "its result of type 'ok' has no data",
		'too-long': 'its result is longer than 1,000,000 characters',
		'not-json': 'its result cannot be written as JSON',
	},
	toolRefused: (message) => `The tool reported an error: ${message}`,
	serverSilent: (seconds) => `The tool gave no answer within ${seconds} seconds`,
	serverGone: 'The tool cannot be reached',
	answerUnreadable: 'The tool gave an answer that cannot be read',
	answerTooLarge: (chars, most) => `The tool gave ${chars} characters, and at most ${most} can be read`,
	modelFailed: (failure) => `The model failed to answer: ${failure}`,
	tooSlow: 'The model took too long to answer.',
	tooManyTurns: 'Stopped, because the tool calls went on for too long.',
	tooManyCalls: 'Stopped, because there were too many tool calls.',
	cleanUpHint: 'Shall we clear the conversation so far?',
	reflection: ({ calls, succeeded, failures }) => [
		'🤔 Let me look at how the tool calls went.',
		'',
		...(succeeded > 0 ? [`✅ Succeeded: ${succeeded} of ${calls} tool calls.`] : []),
		`❌ Failed: ${failures.length} of ${calls} tool calls.`,
		'',
		'The failed tool calls:',
		...failures,
		'',
		'To solve these problems, I can:',
		'• do the same with another tool or in another way',
		'• adjust the arguments and try again',
		'• split the task into smaller steps',
		'• ask the user for more information',
		'',
		'Which would you prefer?',
	],
};

/** Zod's own English, but for a missing argument, of which it says 'received undefined'. */
function englishIssue(issue: z.core.$ZodRawIssue): string | undefined {
	if (issue.code === 'invalid_type' && issue.input === undefined) return 'a required argument is missing';
	if (issue.code === 'invalid_union') {
		const union = unionIssue(issue, ', or ', (values) => `expected one of ${values.map(String).join(', ')}`);
		if (union !== undefined) return union;
	}
	const message = zodEnglish(issue);
	return typeof message === 'string' ? message : message?.message;
}

const zodEnglish = z.locales.en().localeError;

/** What is wrong with what a tool's handler returned. */
export type BadResult = 'no-envelope' | 'no-reason' | 'no-data' | 'too-long' | 'not-json';

/** What the app's own loop says to its user and to the model, in one language. */
export interface AppWords {
	readonly unknownTool: (toolName: string) => string;
	readonly badArguments: (problem: string) => string;
	/** Arguments that are no object; `type` is what they are, such as `array`. */
	readonly noObject: (type: string) => string;
	/** What is wrong with one argument. */
	readonly argumentIssue: (issue: z.core.$ZodRawIssue) => string | undefined;
	/** The handler threw, as the type of its error shows, or gave a {@link BadResult}. */
	readonly toolFailed: (why: string) => string;
	readonly badResults: Readonly<Record<BadResult, string>>;
	/** What an MCP server said of its failure. */
	readonly toolRefused: (message: string) => string;
	/** The server of a tool gave no answer in time. */
	readonly serverSilent: (seconds: number) => string;
	/** The server of a tool has ended, or cannot be reached. */
	readonly serverGone: string;
	/** What the server of a tool answered is no MCP, or not what the tool promises. */
	readonly answerUnreadable: string;
	/** Characters. */
	readonly answerTooLarge: (chars: number, most: number) => string;
	readonly modelFailed: (failure: string) => string;
	/** The generation ran into its deadline. */
	readonly tooSlow: string;
	readonly tooManyTurns: string;
	/** One user turn made more calls than an app would carry out. */
	readonly tooManyCalls: string;
	readonly cleanUpHint: string;
	readonly reflection: (outcomes: ReflectedOutcomes) => readonly string[];
}

/** What a reflection is about. `failures` are its numbered lines; cancelled calls count in `calls` only. */
interface ReflectedOutcomes {
	readonly calls: number;
	readonly succeeded: number;
	readonly failures: readonly string[];
}

/**
 * What is wrong with one argument, as a Korean would say it to a person and to the model. What it does not word itself
 * it leaves to zod's own Korean.
 */
function koreanIssue(issue: z.core.$ZodRawIssue): string | undefined {
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

export const KOREAN: AppWords = {
	unknownTool: (toolName) => `알 수 없는 도구: ${toolName}`,
	badArguments: (problem) => `인자 오류: ${problem}`,
	noObject: (type) => `객체가 아닙니다 (${type})`,
	argumentIssue: koreanIssue,
	toolFailed: (why) => `도구 실행 실패: ${why}`,
	badResults: {
		'no-envelope': '결과의 type이 ok, error, cancelled 중 하나가 아닙니다',
		'no-reason': '오류 결과에 code나 reason이 없습니다',
		'no-data': '결과에 data가 없습니다',
		'too-long': '결과가 1,000,000자를 넘습니다',
		'not-json': '결과를 JSON으로 나타낼 수 없습니다',
	},
	toolRefused: (message) => `도구 오류: ${message}`,
	serverSilent: (seconds) => `도구가 ${seconds}초 안에 응답하지 않았습니다`,
	serverGone: '도구에 연결할 수 없습니다',
	answerUnreadable: '도구의 응답을 읽을 수 없습니다',
	answerTooLarge: (chars, most) => `도구의 응답이 ${chars}자로 너무 깁니다 (최대 ${most}자)`,
	modelFailed: (failure) => `LLM 응답 실패: ${failure}`,
	tooSlow: '모델의 응답이 너무 오래 걸려 중단했습니다.',
	tooManyTurns: '도구 호출 루프가 너무 길어 중단했습니다.',
	tooManyCalls: '도구 호출이 너무 많아 중단했습니다.',
	cleanUpHint: '지난 대화를 정리할까요?',
	reflection: ({ calls, succeeded, failures }) => [
		'🤔 도구 호출 결과를 분석해보겠습니다.',
		'',
		...(succeeded > 0 ? [`✅ 성공: ${succeeded}/${calls}개 도구가 정상 작동했습니다.`] : []),
		`❌ 실패: ${failures.length}개 도구에서 문제가 발생했습니다.`,
		'',
		'실패한 도구들을 분석해보겠습니다:',
		...failures,
		'',
		'이러한 문제들을 해결하기 위해 다음과 같은 접근을 시도해보겠습니다:',
		'• 다른 도구나 방법으로 같은 작업 수행',
		'• 입력 매개변수를 조정하여 재시도',
		'• 작업을 더 작은 단위로 분할하여 진행',
		'• 사용자에게 추가 정보를 요청',
		'',
		'어떤 방법을 선호하시나요?',
	],
};

/** The issue as one of a fixed size where a text or list has as much for its least as for its most: so JSON Schema writes `.length()`. */
export function withFixedSize(issue: z.core.$ZodRawIssue): z.core.$ZodRawIssue {
	if (issue.code !== 'too_small' && issue.code !== 'too_big') return issue;
	const checks = (issue.schema?._zod.def.checks ?? []).map((check) => check._zod.def as SizeCheck);
	const least = checks.find(({ check }) => check === 'min_length')?.minimum;
	const most = checks.find(({ check }) => check === 'max_length')?.maximum;
	return least !== undefined && least === most ? { ...issue, exact: true } : issue;
}

type SizeCheck = z.core.$ZodCheckDef & { readonly minimum?: number; readonly maximum?: number };
