import type { DescribedCommand } from './described-command.ts';

/** Completion for fish, with descriptions. */
export function fishCompletion(commands: readonly DescribedCommand[]): string {
	const names = [...commands.map(({ name }) => name), 'help'].join(' ');
	return [
		'complete -c gemmark -e',
		...commands.map(
			({ name, description }) =>
				`complete -c gemmark -n 'not __fish_seen_subcommand_from ${names}' -f -a ${name} -d ${quoted(description)}`,
		),
		`complete -c gemmark -n '__fish_seen_subcommand_from help' -f -a '${commands.map(({ name }) => name).join(' ')}'`,
		...commands.flatMap(commandLines),
		'',
	].join('\n');
}

function commandLines({ name, flags, words }: DescribedCommand): readonly string[] {
	const seen = `complete -c gemmark -n '__fish_seen_subcommand_from ${name}'`;
	return [
		...(words === undefined ? [] : [`${seen} -f -a '${words.join(' ')}'`]),
		...flags.map(({ long, description, takes, words: values }) => {
			const value = !takes ? '' : values === undefined ? ' -r' : ` -x -a '${values.join(' ')}'`;
			return `${seen} -l ${long.replace(/^--/u, '')}${value} -d ${quoted(description)}`;
		}),
	];
}

function quoted(text: string): string {
	return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
