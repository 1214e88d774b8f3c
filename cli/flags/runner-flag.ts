import { Option } from 'commander';
import type { DeclaredOption } from '../../src/model/runner.ts';
import { choice, filled, integer, number } from './option-values.ts';

/** One option of a runner as the command line takes it. */
export interface RunnerFlag {
	readonly runner: string;
	/** Name of the option in the runner; the flag may have another. */
	readonly name: string;
	/** As the help shows it. */
	readonly option: Option;
	/** The value behind the flag. Throws commander's InvalidArgumentError. Absent where the flag itself is the value. */
	readonly parse?: ((text: string) => unknown) | undefined;
}

/**
 * The flag of an option: its name in kebab-case, or the one of `meta({ flag })`. A boolean takes no value, and is
 * `--no-NAME` where it is true by default, told by `meta({ off })`; numbers, texts (called as in `meta({ value })`) and
 * choices take one. Undefined where the option is none of these: only a config can set it.
 */
export function runnerFlag(
	runner: string,
	name: string,
	declared: DeclaredOption,
	short?: string,
): RunnerFlag | undefined {
	const kind = kindOf(declared);
	if (kind === undefined) return undefined;
	const long = `--${kind.off === undefined ? '' : 'no-'}${textOf(declared.flag) ?? kebabCase(name)}`;
	const flags = `${short === undefined ? '' : `${short}, `}${long}${kind.value === undefined ? '' : ` <${kind.value}>`}`;
	return { runner, name, option: new Option(flags, descriptionOf(declared, kind)), parse: kind.parse };
}

interface FlagKind {
	/** What stands between the angle brackets. */
	readonly value?: string;
	readonly parse?: (text: string) => unknown;
	/** What the flag does, where it puts something off. */
	readonly off?: string;
}

function kindOf(declared: DeclaredOption): FlagKind | undefined {
	const description = textOf(declared.description) ?? '';
	const choices = declared.enum;
	if (Array.isArray(choices)) return { value: textOf(declared.value) ?? 'name', parse: choice(choices.map(String)) };
	switch (declared.type) {
		case 'boolean':
			return declared.default === true ? { off: textOf(declared.off) ?? `not: ${description}` } : {};
		case 'integer':
			return { value: textOf(declared.value) ?? 'n', parse: integer(...boundsOf(declared)) };
		case 'number':
			return { value: textOf(declared.value) ?? 'n', parse: number(...boundsOf(declared)) };
		case 'string':
			return { value: textOf(declared.value) ?? 'text', parse: declared.minLength === undefined ? String : filled };
		default:
			return undefined;
	}
}

function boundsOf({ minimum, maximum }: DeclaredOption): [minimum: number, maximum: number] {
	return [
		typeof minimum === 'number' ? minimum : Number.MIN_SAFE_INTEGER,
		typeof maximum === 'number' ? maximum : Number.MAX_SAFE_INTEGER,
	];
}

function descriptionOf(declared: DeclaredOption, { off, parse }: FlagKind): string {
	const description = off ?? textOf(declared.description) ?? '';
	return parse === undefined || declared.default === undefined
		? description
		: `${description} (default: ${String(declared.default)})`;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

function kebabCase(name: string): string {
	return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}
