/** The command that repeats this run, quoted for a POSIX shell. */
export function repeatCommand(argv: readonly string[]): string {
	return ['gemmark', ...argv.slice(2).map(withoutSecret).map(shellQuoted)].join(' ');
}

/** An address without the user and password in it: the command is logged, and logs travel. */
function withoutSecret(argument: string): string {
	return argument.replace(/(?<=:\/\/)[^/@\s]*@/u, '');
}

/** An argument as a POSIX shell takes it. */
export function shellQuoted(argument: string): string {
	return /^[\w\p{L}\p{N}@%+=:,./-]+$/u.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
