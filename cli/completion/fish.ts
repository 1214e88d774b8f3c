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
