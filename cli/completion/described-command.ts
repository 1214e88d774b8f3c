import type { Command, Option } from 'commander';

/** A command as a shell completes it. */
export interface DescribedCommand {
	readonly name: string;
	readonly description: string;
	readonly flags: readonly DescribedFlag[];
	readonly subcommands: readonly DescribedCommand[];
	/** Words that its argument may be; absent where it is a file, or anything. */
	readonly words?: readonly string[] | undefined;
}

export interface DescribedFlag {
	/** Such as `--model`. */
	readonly long: string;
	readonly description: string;
	/** Takes a value. */
	readonly takes: boolean;
	/** What the value may be, where that is known; files where it is not. */
	readonly words?: readonly string[] | undefined;
}

/** Subcommands stand behind their commands, named by both words: `import bfcl`. */
export function withSubcommands(commands: readonly DescribedCommand[]): readonly DescribedCommand[] {
	return commands.flatMap((command) => [
		command,
		...command.subcommands.map((inner) => ({ ...inner, name: `${command.name} ${inner.name}` })),
	]);
}

/** The names of all subcommands by both words, as a shell's `case` takes them. */
export function subcommandPattern(commands: readonly DescribedCommand[]): string {
	const names = withSubcommands(commands).map(({ name }) => name);
	return names
		.filter((name) => name.includes(' '))
		.map((name) => `'${name}'`)
		.join('|');
}

/** What of a program its commands' own help shows. `known`: words of values by flag, beyond the choices of options. */
export function describeCommands(
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
