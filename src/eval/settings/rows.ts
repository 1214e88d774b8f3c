import { z } from 'zod';
import { amount, type LocalizedText, numberOrShare, shards, whole } from '../../base/border.ts';
import type { PrefixPolicy } from '../../chat/turn-loop.ts';
import { DIALECT_NAMES } from '../../dialects/dialect.ts';

/** A setting of a run: what may be chosen, and where the choice counts. */
export interface Setting {
	/** Values that a config, a flag or a caller may choose. Absent: gemmark finds the value. */
	readonly chosen?: z.ZodType;
	readonly default?: unknown;
	/** Value of Gemma's model cards. */
	readonly recommended?: number;
	/** Group of its flag in the help. The flag has the setting's name. */
	readonly group?: 'asked' | 'read' | 'part';
	/** Help of the flag; as a sentence, the description in the config's schema. */
	readonly help?: string;
	/** Placeholder of the flag's value; absent: it takes none. */
	readonly value?: string;
	/** Words that the flag takes, where `chosen` takes others too. */
	readonly words?: readonly string[];
	/** Value of the flag without one. */
	readonly preset?: string;
	/** `gemmark sweep` has the flag too. */
	readonly sweep?: true;
	/** False: a flag, not a field of the config. */
	readonly configured?: false;
	/** Value in a log. Looser than `chosen`: logs of captured runs and of later versions are read too. Absent: not logged. */
	readonly logged?: z.ZodType;
	/** Name in a log, where the unit is another. */
	readonly field?: string;
	/** False: comparisons ignore it. Else it must be equal, unless `--allow` names it. */
	readonly compared?: false;
	/** A resumed or merged run may have another value. */
	readonly resumable?: true;
	/** Name in reports; absent: the field. */
	readonly title?: LocalizedText;
	/** Words of its values in Korean reports. */
	readonly korean?: Readonly<Record<string, string>>;
}

const MANY = Number.MAX_SAFE_INTEGER;
const REFLECTION = ['off', 'on', 'both'] as const;
const READING = z.enum(['strict', 'lenient']);
const PREFIX_POLICY = z.enum(['push', 'discard'] satisfies readonly PrefixPolicy[]);
const SHARE = 'must be a number from 0 to 1, or a share such as 95%';
const FROM_1 = 'must be a whole number of at least 1';

/** All settings of a run, in the order of help and schema. */
export const SETTINGS = {
	seed: {
		chosen: wholeNumber(0, 2 ** 31 - 1),
		default: 1,
		group: 'asked',
		value: 'n',
		help: 'seed of the run',
		sweep: true,
		logged: z.number(),
		title: { en: 'Seed', ko: '시드' },
	},
	epochs: {
		// A run has 1,000,000 samples at most; more repeats of one say nothing new.
		chosen: wholeNumber(1, 1000),
		default: 1,
		group: 'asked',
		value: 'n',
		help: 'repeats of every sample',
		sweep: true,
		logged: whole,
		title: { en: 'Epochs', ko: '반복(epoch)' },
	},
	temperature: {
		chosen: finiteNumber(0, 5),
		default: 0,
		recommended: 1,
		group: 'asked',
		value: 't',
		help: 'sampling temperature; 0 is greedy',
		sweep: true,
		logged: z.number(),
		title: { en: 'Temperature', ko: '온도' },
	},
	topK: {
		chosen: wholeNumber(1, MANY),
		recommended: 64,
		group: 'asked',
		value: 'n',
		help: 'sample among the k likeliest tokens',
		logged: z.number().exactOptional(),
		title: { en: 'Top k', ko: 'Top k' },
	},
	topP: {
		chosen: numberOrShare.pipe(z.number().min(0, SHARE).max(1, SHARE)),
		recommended: 0.95,
		group: 'asked',
		value: 'p',
		help: 'sample within this probability mass',
		logged: z.number().exactOptional(),
		title: { en: 'Top p', ko: 'Top p' },
	},
	/** Sets temperature, top-k and top-p where they are not chosen themselves. */
	sampling: {
		chosen: z.literal('recommended'),
		group: 'asked',
		value: 'name',
		help: "values of Gemma's model cards: temperature 1, top-k 64, top-p 0.95",
	},
	/** Whether the model thinks before it answers; a number is a budget in tokens. */
	thinking: {
		chosen: z.union([z.enum(['off', 'on']), z.int().min(1).max(32_768)], {
			error: 'must be off, on or a number of tokens',
		}),
		default: 'off',
		group: 'asked',
		value: 'mode',
		help: 'whether the model may think: off, on, or the maximum of thinking tokens',
		// Absent: the engine has no such option, or the log is older than it.
		logged: z.union([z.enum(['off', 'on']), whole]).optional(),
		title: { en: 'Thinking', ko: 'thinking' },
		korean: { on: '사용', off: '사용 안 함' },
	},
	/** Which text before a call the app keeps, or a run (`from:RUN`): the policy of its decision. */
	policy: {
		chosen: z.union(
			[
				PREFIX_POLICY,
				z.templateLiteral(['from:', z.string().min(1)]),
				z.strictObject({ from: z.string().min(1).max(4096) }),
			],
			{ error: 'must be push, discard or from:RUN' },
		),
		default: 'push',
		group: 'read',
		value: 'path',
		help: 'which text before a call the app keeps: push, discard, or from:RUN (as that run decided)',
		logged: PREFIX_POLICY,
		title: { en: 'Prefix policy', ko: 'prefix 처리 방식' },
		korean: { push: '보존(push)', discard: '폐기(discard)' },
	},
	/** The decision that gave the policy. */
	policyFrom: {
		compared: false,
		logged: loose({ run: z.string(), sha256: z.string(), path: z.string() }).exactOptional(),
		title: { en: 'Policy decided by', ko: '처리 방식의 근거 실행' },
	},
	reading: {
		chosen: READING,
		default: 'lenient',
		group: 'read',
		value: 'kind',
		help: 'how strictly calls are parsed',
		logged: READING,
		title: { en: 'Call parsing', ko: '호출 파싱 방식' },
		korean: { strict: '엄격', lenient: '보정 허용' },
	},
	dialect: {
		chosen: z.string().min(1).max(4096),
		group: 'read',
		value: 'name',
		help: `call dialect: ${DIALECT_NAMES.join(', ')} (default: from the model's template)`,
		logged: z.string(),
		title: { en: 'Dialect', ko: '호출 형식(dialect)' },
	},
	/** Whether a message follows failed calls; `both`: each sample with and without it. */
	reflection: {
		chosen: z.union([z.boolean(), z.enum(REFLECTION)], { error: 'must be off, on or both' }),
		default: 'off',
		group: 'read',
		value: 'when',
		help: 'message after failed calls: off, on, or both (each sample without and with it)',
		words: REFLECTION,
		preset: 'on',
		logged: z.union([z.boolean(), z.literal('both')]),
		title: { en: 'Reflection', ko: 'self-reflection' },
		korean: { both: '사용·사용 안 함 모두' },
	},
	/** Of dialects with a trigger: whether the app's system text has it, or got it. */
	trigger: { logged: z.enum(['added', 'present']).exactOptional() },
	/** Maximum tokens per generation. */
	maxTokens: {
		chosen: wholeNumber(1, 32_768),
		default: 512,
		group: 'asked',
		value: 'n',
		help: 'maximum tokens per generation',
		sweep: true,
		logged: whole,
		title: { en: 'Maximum tokens', ko: '최대 토큰' },
	},
	/** Seconds for one generation. */
	deadline: {
		chosen: finiteNumber(0.1, 86_400),
		default: 120,
		group: 'asked',
		value: 's',
		help: 'time limit of one generation, in seconds',
		sweep: true,
		logged: amount,
		field: 'deadlineMs',
		title: { en: 'Deadline', ko: '제한 시간' },
	},
	/** Samples of each suite. */
	limit: {
		compared: false,
		chosen: wholeNumber(1, MANY),
		group: 'part',
		value: 'n',
		help: 'only the first n samples of each suite',
		sweep: true,
		logged: whole.exactOptional(),
		title: { en: 'Limit', ko: '개수 제한' },
	},
	/** Regular expression for the id or input of a sample. */
	filter: {
		compared: false,
		chosen: z.string().min(1).max(1000).refine(isPattern, 'must be a regular expression'),
		group: 'part',
		value: 're',
		help: 'only samples whose id or input matches this expression',
		sweep: true,
		logged: z.string().exactOptional(),
		title: { en: 'Filter', ko: '필터' },
	},
	/** Logged with the corpus, of which it makes another. */
	split: {
		chosen: z.enum(['dev', 'test']),
		group: 'part',
		value: 'half',
		help: 'only this half of each corpus, dev or test',
		configured: false,
	},
	/** The `index`-th of `count` parts, from 1. */
	shard: {
		compared: false,
		resumable: true,
		chosen: z
			.strictObject({ index: z.int().min(1, FROM_1), count: z.int().min(1, FROM_1) })
			.refine(({ index, count }) => index <= count, { path: ['index'], error: 'must be at most `count`' }),
		group: 'part',
		value: 'i/n',
		help: 'run part i of n',
		configured: false,
		logged: loose({ index: shards, count: shards }).exactOptional(),
		title: { en: 'Shard', ko: '샤드' },
	},
	/** Seconds for which the samples are asked again and again. */
	sustain: {
		compared: false,
		chosen: finiteNumber(1, 86_400),
		group: 'part',
		value: 'time',
		help: 'then ask the same samples again and again, until this time is over: 30m, 90s, 1h',
		configured: false,
		logged: amount.exactOptional(),
		field: 'sustainS',
		title: { en: 'Sustained for (s)', ko: '지속 시간(초)' },
	},
	/** Shards missing from a merged run, from 1. */
	missingShards: { compared: false, logged: (z.array(whole) as z.ZodType<readonly number[]>).exactOptional() },
} as const satisfies Readonly<Record<string, Setting>>;

/** Other fields are kept, but are not part of the type. */
function loose<Shape extends z.ZodRawShape>(shape: Shape): z.ZodType<Readonly<z.output<z.ZodObject<Shape>>>> {
	return z.looseObject(shape) as never;
}

/** The error does not name the bound that is there for safety alone. */
function wholeNumber(minimum: number, maximum: number): z.ZodInt {
	const top = maximum === MANY ? '' : ` and at most ${maximum}`;
	const error = `must be a whole number of at least ${minimum}${top}`;
	return z.int(error).min(minimum, error).max(maximum, error);
}

function finiteNumber(minimum: number, maximum: number): z.ZodNumber {
	const error = `must be a number from ${minimum} to ${maximum}`;
	return z.number(error).min(minimum, error).max(maximum, error);
}

function isPattern(source: string): boolean {
	try {
		return new RegExp(source, 'u') instanceof RegExp;
	} catch {
		return false;
	}
}
