import { type DescribedCommand, type DescribedFlag, subcommandPattern, withSubcommands } from './described-command.ts';

/** Completion for zsh, with descriptions. */
export function zshCompletion(commands: readonly DescribedCommand[]): string {
	return `#compdef gemmark
_gemmark() {
	local -a commands=(
${commands.map(({ name, description }) => `		${quoted(name, description)}`).join('\n')}
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
${flags.map(({ long, description }) => `			${quoted(long, description)}`).join('\n')}
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
function quoted(name: string, description: string): string {
	return `'${`${name}:${description}`.replaceAll("'", `'\\''`)}'`;
}
