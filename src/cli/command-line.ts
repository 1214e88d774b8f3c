/** The command that repeats this run, quoted for a POSIX shell. */
export function repeatCommand(argv: readonly string[]): string {
	return ['gemmark', ...argv.slice(2).map(quote)].join(' ');
}

function quote(argument: string): string {
	return /^[\w@%+=:,./-]+$/u.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
