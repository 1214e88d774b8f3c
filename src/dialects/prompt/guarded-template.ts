import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja';

/** Of a loop, what it goes over; of a loop with a test, after `lhs`. */
interface Statement {
	readonly type: string;
	readonly iterable?: Statement;
	readonly lhs?: Statement;
}

interface Evaluated {
	readonly type: string;
	readonly value: unknown;
}

/** The package's declarations name no file extensions, so that under `nodenext` they say nothing. */
interface Evaluating {
	run(program: unknown): Evaluated;
	evaluate(statement: Statement | undefined, environment: unknown): Evaluated;
}
const BareInterpreter = Interpreter as unknown as new (environment: Environment) => Evaluating;

/** Characters of a template's source: published ones have some ten thousand. */
export const MAX_TEMPLATE_CHARS: number = 512 * 1024;
/** Steps of one rendering: a published template takes 133,000 for 100 tools of 8 parameters, and this some seconds. */
export const MAX_TEMPLATE_STEPS = 5_000_000;
/** Entries of one list, and characters of one text, that a template makes. */
export const MAX_TEMPLATE_VALUE: number = 4 * 1024 * 1024;
/** What a list costs an interpreter that walks it, and a text one that copies it. */
const CHARS_A_STEP = 64;

export type TemplateVariables = Readonly<Record<string, unknown>>;

/**
 * A Jinja template whose interpreter counts its steps and measures its values. One step may still take minutes and
 * gigabytes: foreign templates are rendered in a process ({@link ForeignTemplate}). Throws for a source that is not Jinja
 * or too long, and for a rendering that takes too much.
 */
export class GuardedTemplate {
	readonly #program: unknown;
	/** Of all renderings so far. */
	steps = 0;

	constructor(source: string) {
		if (source.length > MAX_TEMPLATE_CHARS) throw new Error(`it has more than ${MAX_TEMPLATE_CHARS} characters`);
		this.#program = parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true }));
	}

	/** `most`: steps that it may take. */
	render(variables: TemplateVariables, most = MAX_TEMPLATE_STEPS): string {
		const environment = new Environment();
		for (const [name, value] of [...GLOBALS, ...Object.entries(variables)]) environment.set(name, value);
		const interpreter = new CountingInterpreter(environment, most);
		try {
			return String(interpreter.run(this.#program).value);
		} finally {
			this.steps += interpreter.steps;
		}
	}
}

class CountingInterpreter extends BareInterpreter {
	steps = 0;
	readonly #most: number;
	readonly #walked = new WeakSet<Statement>();

	constructor(environment: Environment, most: number) {
		super(environment);
		this.#most = most;
	}

	override evaluate(statement: Statement | undefined, environment: unknown): Evaluated {
		this.#take(1);
		const list = statement?.iterable;
		if (list !== undefined) this.#walked.add(list.lhs ?? list);
		const value = super.evaluate(statement, environment);
		const size = sizeOf(value);
		if (size > MAX_TEMPLATE_VALUE) throw new Error(`it makes a value of more than ${MAX_TEMPLATE_VALUE} parts`);
		// What is only named costs nothing; what is made, or walked by a loop, costs its size.
		const named = statement === undefined || (NAMES.has(statement.type) && !this.#walked.has(statement));
		if (!named) this.#take(value.type === 'StringValue' ? size / CHARS_A_STEP : size);
		return value;
	}

	#take(steps: number): void {
		this.steps += steps;
		if (this.steps > this.#most) throw new Error('it takes too many steps');
	}
}

const NAMES: ReadonlySet<string> = new Set(['Identifier', 'MemberExpression']);

function sizeOf({ value }: Evaluated): number {
	if (typeof value === 'string' || Array.isArray(value)) return value.length;
	return value instanceof Map ? value.size : 0;
}

/** What templates find without being given it, as the interpreter's own package has it but for the bounded range. */
const GLOBALS: readonly (readonly [string, unknown])[] = [
	...['true', 'True'].map((name) => [name, true] as const),
	...['false', 'False'].map((name) => [name, false] as const),
	...['none', 'None'].map((name) => [name, null] as const),
	['raise_exception', refuse],
	['range', boundedRange],
	['strftime_now', strftimeNow],
];

function refuse(message: string): never {
	throw new Error(message);
}

function boundedRange(from: number, to?: number, step = 1): readonly number[] {
	const [start, stop] = to === undefined ? [0, from] : [from, to];
	if (step === 0) throw new Error('range() step must not be zero');
	const length = Math.max(0, Math.ceil((stop - start) / step));
	if (!(length <= MAX_RANGE)) throw new Error(`range() of more than ${MAX_RANGE} numbers`);
	return Array.from({ length }, (_, at) => start + at * step);
}

export const MAX_RANGE = 100_000;

function strftimeNow(format: string): string {
	const now = new Date();
	const two = (part: number): string => String(part).padStart(2, '0');
	const month = (style: 'long' | 'short'): string => new Intl.DateTimeFormat(undefined, { month: style }).format(now);
	const parts: Readonly<Record<string, () => string>> = {
		'%Y': () => String(now.getFullYear()),
		'%m': () => two(now.getMonth() + 1),
		'%d': () => two(now.getDate()),
		'%b': () => month('short'),
		'%B': () => month('long'),
		'%H': () => two(now.getHours()),
		'%M': () => two(now.getMinutes()),
		'%%': () => '%',
	};
	return format.replaceAll(/%[YmdbBHM%]/g, (token) => parts[token]?.() ?? token);
}
