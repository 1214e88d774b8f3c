import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { type DeclaredRunner, unknownRunner } from '../run/compose/runners.ts';
import { ConfigError, UsageError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import type { DeclaredOption } from '../src/model/runner.ts';
import { choice, filled, integer, number } from './flags.ts';

/** One option of a runner as the command line takes it. */
interface RunnerFlag {
	readonly runner: string;
	/** Name of the option in the runner; the flag may have another. */
	readonly name: string;
	/** As the help shows it. */
	readonly option: Option;
	/** The value of the flag. Throws commander's InvalidArgumentError. Absent where the flag itself is the value. */
	readonly parse?: (text: string) => unknown;
}

/**
 * The flag of an option: its name in kebab-case, or the one of `meta({ flag })`. A boolean takes no value, and is
 * `--no-NAME` where it is true by default, with the text of `meta({ off })`; numbers, texts (called as in `meta({ value })`) and
 * choices take one. Undefined where the option is none of these: only a config can set it.
 */
function runnerFlag(runner: string, name: string, declared: DeclaredOption, short?: string): RunnerFlag | undefined {
	const kind = flagKind(declared);
	if (kind === undefined) return undefined;
	const long = `--${kind.off === undefined ? '' : 'no-'}${textOf(declared.flag) ?? kebabCase(name)}`;
	const flags = `${short === undefined ? '' : `${short}, `}${long}${kind.value === undefined ? '' : ` <${kind.value}>`}`;
	return { runner, name, option: new Option(flags, descriptionOf(declared, kind)), parse: kind.parse };
}

interface FlagKind {
	/** Placeholder in angle brackets. */
	readonly value?: string;
	readonly parse?: (text: string) => unknown;
	/** Description of a `--no-NAME` flag. */
	readonly off?: string;
}

/** How the command line takes a value of this JSON Schema; undefined: not at all. */
export function flagKind(declared: DeclaredOption): FlagKind | undefined {
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

export function kebabCase(name: string): string {
	return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

interface RunnerFlagChoice {
	/** The options that the command has flags for; absent: all. */
	readonly only?: readonly string[];
	/** Letters by option, such as `-t`. */
	readonly short?: Readonly<Record<string, string>>;
}

/** What a command is asked to do in the runner it uses: values by option, not checked against each other yet. */
export interface RunnerChoice {
	readonly runner: string;
	readonly runnerOptions: Readonly<Record<string, unknown>>;
}

/** The options of runners as flags of a command. A flag that several runners have is one flag, listed under each of them. */
export class RunnerFlags {
	readonly #names: readonly string[];
	/** By the name that commander keeps the value under. */
	readonly #flags = new Map<string, RunnerFlag[]>();

	constructor(runners: readonly DeclaredRunner[], { only, short = {} }: RunnerFlagChoice = {}) {
		this.#names = runners.map(({ name }) => name);
		for (const runner of runners) {
			for (const [name, declared] of runner.options) {
				if (only?.includes(name) === false) continue;
				const flag = runnerFlag(runner.name, name, declared, short[name]);
				if (flag !== undefined) this.#add(flag);
			}
		}
	}

	/** Throws {@link ConfigError} when a runner has an option by the name of one of the command's own. */
	addTo(command: Command): void {
		for (const [attribute, [flag]] of this.#flags) {
			if (flag === undefined) continue;
			if (command.options.some((option) => option.attributeName() === attribute)) {
				const { runner, name: option } = flag;
				const said = { runner, option, command: command.name(), flag: String(flag.option.long) };
				throw new ConfigError(message('command.runner-flag-taken-command', said));
			}
			// Which runner is meant, and so what the value may be, is known once all flags are read.
			command.addOption(new Option(flag.option.flags, flag.option.description).hideHelp());
		}
		const listed = [...this.#flags.values()].flat().sort((one, two) => this.#place(one) - this.#place(two));
		for (const { option, runner } of listed) option.helpGroup(`Options of ${runner}:`);
		const help = new Help();
		command.configureHelp({
			...command.configureHelp(),
			visibleOptions: (of) => [...help.visibleOptions(of), ...listed.map(({ option }) => option)],
		});
	}

	/**
	 * What the command line asks for: the command's own options, and what it sets in the runner. Throws
	 * {@link UsageError} for a runner that is not there, and for an option that this one does not have.
	 */
	request<Request extends object>(command: Command, runner: string): Request & RunnerChoice {
		if (!this.#names.includes(runner)) throw unknownRunner(runner, this.#names);
		const own: Record<string, unknown> = {};
		const runnerOptions: Record<string, unknown> = {};
		for (const [attribute, value] of Object.entries(command.opts())) {
			const flags = this.#flags.get(attribute);
			if (flags === undefined) own[attribute] = value;
			else if (command.getOptionValueSource(attribute) === 'cli') {
				const flag = flags.find((one) => one.runner === runner);
				if (flag === undefined) throw foreign(flags, runner);
				runnerOptions[flag.name] = parsed(command, flag, value);
			}
		}
		return { ...(own as Request), runner, runnerOptions };
	}

	#add(flag: RunnerFlag): void {
		const { option } = flag;
		const flags = this.#flags.get(option.attributeName());
		const [first] = flags ?? [];
		if (flags === undefined || first === undefined) {
			this.#flags.set(option.attributeName(), [flag]);
		} else if (first.option.long !== option.long || first.option.required !== option.required) {
			const said = { runner: flag.runner, option: flag.name, other: first.runner, flag: first.option.flags };
			throw new ConfigError(message('command.runner-flag-taken', said));
		} else {
			flags.push(flag);
		}
	}

	#place({ runner }: RunnerFlag): number {
		return this.#names.indexOf(runner);
	}
}

/** An option that this engine would not even look at is a mistake about which engine runs. */
function foreign(flags: readonly RunnerFlag[], runner: string): UsageError {
	const long = flags[0]?.option.long ?? '';
	const names = flags.map((flag) => flag.runner);
	const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
	const said = { flag: long, runners: list, runner, first: names[0] ?? '' };
	return new UsageError(message('command.runner-flag', said));
}

/** As commander reports it of its own options. */
function parsed(command: Command, { option, parse }: RunnerFlag, value: unknown): unknown {
	if (parse === undefined || typeof value !== 'string') return value;
	try {
		return parse(value);
	} catch (error) {
		if (!(error instanceof InvalidArgumentError)) throw error;
		const text = `error: option '${option.flags}' argument '${value}' is invalid. ${error.message}`;
		return command.error(text, { exitCode: error.exitCode, code: error.code });
	}
}
