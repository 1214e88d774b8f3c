import type { Command, Option } from 'commander';
import { DIALECT_NAMES } from '../src/dialects/dialect.ts';
import { SUITE_KINDS } from '../src/run/compose/compose.ts';
import { RUNNER_NAMES } from '../src/run/compose/runners.ts';

/** Completion for bash 3.2 and later: commands, subcommands, flags, known values, and files for all else. */
function bashCompletion(commands: readonly DescribedCommand[]): string {
	const all = withSubcommands(commands);
	return `_gemmark() {
	local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words=''
	if [ "$COMP_CWORD" -gt 2 ]; then
		case "$command \${COMP_WORDS[2]}" in ${subcommandPattern(commands)}) command="$command \${COMP_WORDS[2]}" ;; esac
	fi
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		words='${commands.map(({ name }) => name).join(' ')} --help --version'
	else
		case "$command $prev" in
${all.flatMap(valueCases).join('\n')}
		*) case "$cur" in
			-*) case "$command" in
${all.map(({ name, flags }) => `				'${name}') words='${flags.map(({ long }) => long).join(' ')}' ;;`).join('\n')}
				help) words='' ;;
				esac ;;
			*) case "$command" in
				help) words='${commands.map(({ name }) => name).join(' ')}' ;;
${all.flatMap(({ name, words }) => (words === undefined ? [] : [`				'${name}') words='${words.join(' ')}' ;;`])).join('\n')}
				esac ;;
			esac ;;
		esac
	fi
	if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
complete -o default -o bashdefault -F _gemmark gemmark
`;
}

/** A flag whose values are not known is left to bash: files. */
function valueCases({ name, flags }: DescribedCommand): readonly string[] {
	return flags
		.filter(({ takes }) => takes)
		.map(({ long, words = [] }) => `		'${name} ${long}') words='${words.join(' ')}' ;;`);
}

/** A command as a shell completes it. */
interface DescribedCommand {
	readonly name: string;
	readonly description: string;
	readonly flags: readonly DescribedFlag[];
	readonly subcommands: readonly DescribedCommand[];
	/** Words that its argument may be; absent where it is a file, or anything. */
	readonly words?: readonly string[];
}

interface DescribedFlag {
	/** Such as `--model`. */
	readonly long: string;
	readonly description: string;
	/** Takes a value. */
	readonly takes: boolean;
	/** What the value may be, where that is known; files where it is not. */
	readonly words?: readonly string[];
}

/** Subcommands follow their commands, named by both words: `import bfcl`. */
function withSubcommands(commands: readonly DescribedCommand[]): readonly DescribedCommand[] {
	return commands.flatMap((command) => [
		command,
		...command.subcommands.map((inner) => ({ ...inner, name: `${command.name} ${inner.name}` })),
	]);
}

/** The names of all subcommands by both words, as a shell's `case` takes them. */
function subcommandPattern(commands: readonly DescribedCommand[]): string {
	const names = withSubcommands(commands).map(({ name }) => name);
	return names
		.filter((name) => name.includes(' '))
		.map((name) => `'${name}'`)
		.join('|');
}

/** What of a program its commands' own help shows. `known`: words of values by flag, beyond the choices of options. */
function describeCommands(
	program: Command,
	known: Readonly<Record<string, readonly string[]>>,
): readonly DescribedCommand[] {
	return program.commands.map((command) => ({
		name: command.name(),
		description: command.description(),
		subcommands: describeCommands(command, known),
		// With those of runners, which stand in the help alone.
		flags: uniqueFlags(
			command
				.createHelp()
				.visibleOptions(command)
				.map((option) => describeFlag(option, known)),
		),
		words:
			command.commands.length > 0
				? command.commands.map((inner) => inner.name())
				: command.registeredArguments.find(({ argChoices }) => argChoices !== undefined)?.argChoices,
	}));
}

function describeFlag(option: Option, known: Readonly<Record<string, readonly string[]>>): DescribedFlag {
	const long = option.long ?? option.flags;
	const { description, required, optional, argChoices } = option;
	return { long, description, takes: required || optional, words: argChoices ?? known[long] };
}

/** A flag that several runners have is one. */
function uniqueFlags(flags: readonly DescribedFlag[]): readonly DescribedFlag[] {
	return [...new Map(flags.map((flag) => [flag.long, flag])).values()];
}

/** Completion for fish, with descriptions. */
function fishCompletion(commands: readonly DescribedCommand[]): string {
	const names = [...commands.map(({ name }) => name), 'help'].join(' ');
	return [
		'complete -c gemmark -e',
		...commands.map(
			({ name, description }) =>
				`complete -c gemmark -n 'not __fish_seen_subcommand_from ${names}' -f -a ${name} -d ${quoted(description)}`,
		),
		`complete -c gemmark -n '__fish_seen_subcommand_from help' -f -a '${commands.map(({ name }) => name).join(' ')}'`,
		...commands.flatMap((command) => commandLines(command, seen(command.name))),
		'',
	].join('\n');
}

/** `when`: what must be typed already. */
function commandLines({ subcommands, flags, words = [] }: DescribedCommand, when: string): readonly string[] {
	const names = subcommands.map(({ name }) => name);
	const line = `complete -c gemmark -n '${when}'`;
	const wordsWhen = names.length === 0 ? when : `${when}; and not ${seen(names.join(' '))}`;
	return [
		...(words.length === 0 ? [] : [`complete -c gemmark -n '${wordsWhen}' -f -a '${words.join(' ')}'`]),
		...flags.map(({ long, description, takes, words: values }) => {
			const value = !takes ? '' : values === undefined ? ' -r' : ` -x -a '${values.join(' ')}'`;
			return `${line} -l ${long.replace(/^--/u, '')}${value} -d ${quoted(description)}`;
		}),
		...subcommands.flatMap((inner) => commandLines(inner, `${when}; and ${seen(inner.name)}`)),
	];
}

function seen(names: string): string {
	return `__fish_seen_subcommand_from ${names}`;
}

function quoted(text: string): string {
	return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Completion for zsh, with descriptions. */
function zshCompletion(commands: readonly DescribedCommand[]): string {
	return `#compdef gemmark
_gemmark() {
	local -a commands=(
${commands.map(({ name, description }) => `		${zshQuoted(name, description)}`).join('\n')}
	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	local -a flags values
	local command=$words[2]
	if (( CURRENT > 3 )); then
		case "$command $words[3]" in ${subcommandPattern(commands)}) command="$command $words[3]" ;; esac
	fi
	case $command in
${withSubcommands(commands).map(commandCase).join('\n')}
	help) _describe command commands; return ;;
	esac
	if [[ $PREFIX == -* ]]; then
		_describe flag flags
	elif (( $#values )); then
		compadd -a values
	else
		_files
	fi
}
if [[ $funcstack[1] == _gemmark ]]; then _gemmark "$@"; else compdef _gemmark gemmark; fi
`;
}

function commandCase({ name, flags, words = [] }: DescribedCommand): string {
	return `	'${name}')
		flags=(
${flags.map(({ long, description }) => `			${zshQuoted(long, description)}`).join('\n')}
		)
		values=(${words.join(' ')})
		case $words[CURRENT-1] in
${flags
	.filter(({ takes }) => takes)
	.map(valueCase)
	.join('\n')}
		esac ;;`;
}

function valueCase({ long, words }: DescribedFlag): string {
	return `		${long}) ${words === undefined ? '_files' : `compadd ${words.join(' ')}`}; return ;;`;
}

/** \`name:description\`, as \`_describe\` takes it. */
function zshQuoted(name: string, description: string): string {
	return `'${`${name}:${description}`.replaceAll("'", `'\\''`)}'`;
}

/** The script of a shell. Names of a config's own suites, targets and runners are not in it: the config may change. */
export function completion(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
	return SHELLS[shell](describeCommands(program, KNOWN));
}

const SHELLS: Readonly<Record<'bash' | 'zsh' | 'fish', (commands: readonly DescribedCommand[]) => string>> = {
	bash: bashCompletion,
	zsh: zshCompletion,
	fish: fishCompletion,
};

/** Of flags that take more than what comes with gemmark, what comes with it. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
	'--runner': RUNNER_NAMES,
	'--dialect': DIALECT_NAMES,
	'--suite': SUITE_KINDS,
	'--policy': ['push', 'discard', 'from:'],
	'--thinking': ['off', 'on'],
};
