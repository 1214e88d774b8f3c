import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { singleLine } from '../../reports/terminal/text.ts';
import { INTERRUPTED_EXIT_CODE } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { newReportFolder } from '../../src/log/folder.ts';
import { tell } from '../process.ts';
import { FileWatch } from './file-watch.ts';
import { failedIn, flipsText, type Outcomes, outcomesIn } from './flips.ts';

/** Editors write a file in several steps, and save several at once. */
const SETTLE_MS = 80;
const KEYS = 'Watching for changes. Press Enter to run everything again without the cache, or q to quit.';

/**
 * `gemmark run --watch`: runs, waits until a file that the run has read changes, and runs again. Each run is a process of its
 * own, which has loaded gemmark before and reads the config's code anew; the answer cache makes it cost what the change touches. Gives the exit code:
 * 130 where q or Ctrl-C cut a run short.
 */
export async function watchRun(args: readonly string[], out: string | undefined): Promise<number> {
	const folder = newReportFolder(out, 'watch', new Date());
	const events = new Events();
	const files = new FileWatch(
		() => events.push('changed'),
		(code) => tell(message('command.watch-polls', { code })),
	);
	const keys = readKeys(events);
	const prepared = (round: number): ChildProcess =>
		prepareRun([...withoutOwn(args), '--out', join(folder, String(round)), ...(round > 1 ? ['--quiet'] : [])]);
	let before: Outcomes | undefined;
	let everything = false;
	let child = prepared(1);
	try {
		for (let round = 1; ; round += 1) {
			const place = join(folder, String(round));
			const startedAt = performance.now();
			// It may end before it reads them.
			child.stdin?.on('error', () => undefined).end([everything ? 'anew' : 'cached', ...failedIn(before)].join('\n'));
			child.on('message', (message: { readonly files: readonly string[] }) => files.add(message.files));
			const ended = endOf(child);
			await Promise.race([ended, events.happened()]);
			const cut = child.exitCode === null ? events.take() : undefined;
			if (cut !== undefined) {
				child.kill('SIGINT');
				await ended;
			}
			if (cut === 'quit') return INTERRUPTED_EXIT_CODE;
			everything = cut === 'everything';
			child = prepared(round + 1);
			if (cut === undefined) {
				const outcomes = await outcomesIn(place);
				if (outcomes !== undefined) {
					if (before !== undefined) print(flipsText(before, outcomes, performance.now() - startedAt));
					before = outcomes;
				}
				print(KEYS);
				await events.happened();
				const next = events.take();
				if (next === 'quit') return 0;
				everything = next === 'everything';
			}
			await delay(SETTLE_MS);
			if (events.take() === 'quit') return 0;
		}
	} finally {
		child.kill('SIGKILL');
		files.close();
		keys.close();
	}
}

type Event = 'changed' | 'everything' | 'quit';

/** What happened and nobody has reacted to yet; quitting comes first. */
class Events {
	#pending: Event | undefined;
	#tell: () => void = () => undefined;

	push(event: Event): void {
		if (this.#pending !== 'quit') this.#pending = event;
		this.#tell();
	}

	/** Resolves once something has happened. */
	async happened(): Promise<void> {
		if (this.#pending !== undefined) return;
		await new Promise<void>((resolve) => {
			this.#tell = resolve;
		});
	}

	take(): Event | undefined {
		const pending = this.#pending;
		this.#pending = undefined;
		return pending;
	}
}

/** Each run has a folder of its own. */
function withoutOwn(args: readonly string[]): readonly string[] {
	return args.filter((arg, index) => !OWN.test(arg) && !OUT.test(args[index - 1] ?? ''));
}

const OUT = /^(?:--out|-o)$/u;
const OWN = /^(?:--watch|--out|-o)(?:=|$)/u;

/** A run that loads gemmark, and begins once its stdin says how: see `watchedOrder`. */
function prepareRun(args: readonly string[]): ChildProcess {
	const [, script = ''] = process.argv;
	return spawn(process.execPath, [...process.execArgv, script, 'run', ...args], {
		stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
		env: { ...process.env, GEMMARK_WATCH: '1' },
	});
}

async function endOf(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => child.once('close', () => resolve()));
}

/** Single keys where stdin is a terminal; Ctrl-C too, which a raw terminal does not make a signal. */
function readKeys(events: Events): { close(): void } {
	const { stdin } = process;
	const quit = (): void => events.push('quit');
	const press = (key: Buffer): void => {
		const text = key.toString();
		if (text === '\u0003' || text === 'q' || text === 'Q' || text === 'ㅂ') quit();
		else if (text === '\r' || text === '\n') events.push('everything');
	};
	process.on('SIGINT', quit).on('SIGTERM', quit);
	if (stdin.isTTY) stdin.setRawMode(true);
	stdin.on('data', press).resume();
	return {
		close() {
			process.off('SIGINT', quit).off('SIGTERM', quit);
			stdin.off('data', press).pause();
			if (stdin.isTTY) stdin.setRawMode(false);
		},
	};
}

function print(line: string): void {
	process.stdout.write(`${singleLine(line)}\n`);
}
