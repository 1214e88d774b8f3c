import { type DescribedCommand, subcommandPattern, withSubcommands } from './described-command.ts';

/** Completion for bash 3.2 and later: commands, subcommands, flags, known values, and files for all else. */
export function bashCompletion(commands: readonly DescribedCommand[]): string {
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
