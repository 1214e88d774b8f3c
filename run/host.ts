import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, homedir, platform, release, totalmem } from 'node:os';
import { sep } from 'node:path';
import { type Message, message } from '../src/base/message.ts';
import type { TargetConfig } from '../src/config/define.ts';
import type { HostIdentity } from '../src/eval/header.ts';
import type { LogHeader } from '../src/log/record.ts';
import type { EngineIdentity } from '../src/model/identity.ts';
import { withoutAddressSecrets } from '../src/text/secrets.ts';
import { shellQuoted } from '../src/text/text.ts';

/** The machine a run happens on. */
export function hostIdentity(): HostIdentity {
	return {
		cpu: cpus()[0]?.model.trim() ?? arch(),
		cores: availableParallelism(),
		memoryBytes: totalmem(),
		os: `${platform()} ${release()} ${arch()}`,
		node: process.version,
	};
}

/** Warns of more requested threads than this machine has cores. */
export function surplusThreads(
	{ threads = 0, threadsFrom }: Pick<EngineIdentity, 'threads' | 'threadsFrom'>,
	cores: number = availableParallelism(),
): readonly Message[] {
	if (threadsFrom !== 'option' || threads <= cores) return [];
	return [message('run.surplus-threads', { threads, cores })];
}

/** Commit of the working folder; undefined outside a checkout or without git. */
export function gitIdentity(folder: string): LogHeader['git'] | undefined {
	try {
		const git = (...args: string[]): string =>
			execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5000 });
		return { commit: git('rev-parse', 'HEAD').trim(), dirty: git('status', '--porcelain').trim() !== '' };
	} catch {
		return undefined;
	}
}

/**
 * The command that repeats this run from its working folder, quoted for a POSIX shell. Logs are shared, so it has no passwords,
 * and paths are relative to the working folder or the home folder.
 */
export function repeatCommand(argv: readonly string[], from: Folders = foldersHere()): string {
	const kept = argv
		.slice(2)
		.filter((argument, index, all) => !OWN.test(argument) && !OWN_FLAGS.has(all[index - 1] ?? ''));
	return ['gemmark', ...kept.map((argument) => commandArgument(argument, from))].join(' ');
}

/** The options that name a target's files, as in a {@link repeatCommand}; undefined for none. */
export function fileOptions({ model, adapter }: TargetConfig = {}): string | undefined {
	const named = Object.entries({ model, adapter }).flatMap(([name, file]) =>
		typeof file === 'string' ? [`--${name} ${commandArgument(file, foldersHere())}`] : [],
	);
	return named.length === 0 ? undefined : named.join(' ');
}

/** The arguments of a {@link repeatCommand} after its name. */
export function commandArguments(command: string, home: string = homedir()): readonly string[] {
	const words = command.match(/(?:'[^']*'|\\'|"\$HOME"|[^\s'"\\])+/gu) ?? [];
	return words
		.slice(1)
		.map((word) =>
			word
				.replace(/^~(?=\/)/u, '"$HOME"')
				.replaceAll(/'([^']*)'|\\'|"\$HOME"/gu, (part, text?: string) => text ?? (part === "\\'" ? "'" : home)),
		);
}

/**
 * What is one run's own: its folder, which is taken, and what pairs an app with it. That is no secret worth asterisks, which a
 * shell would read: a run without makes its own.
 */
const OWN_FLAGS: ReadonlySet<string> = new Set(['--token', '--out']);
const OWN = /^--(?:token|out)(?:=|$)/u;

interface Folders {
	readonly here: string;
	readonly home: string;
}

const foldersHere = (): Folders => ({ here: process.cwd(), home: homedir() });

/** `--flag=path` is one argument. */
function commandArgument(argument: string, { here, home }: Folders): string {
	const [flag = ''] = /^--[\w-]+=/u.exec(argument) ?? [];
	const value = withoutAddressSecrets(argument.slice(flag.length));
	if (value === here) return shellQuoted(`${flag}.`);
	if (value.startsWith(here + sep)) return shellQuoted(flag + value.slice(here.length + 1));
	// A shell expands only an unquoted tilde at the start.
	if (flag === '' && value.startsWith(home + sep)) return `~/${shellQuoted(value.slice(home.length + 1))}`;
	if (value.startsWith(home + sep)) return `${flag}"$HOME"/${shellQuoted(value.slice(home.length + 1))}`;
	return shellQuoted(flag + value);
}
