import { cutToColumns, singleLine } from '../reports/terminal/text.ts';
import type { RunListener, RunProgress } from '../run/prepare.ts';
import { drawingOn } from './terminal.ts';

/** Shows how far long work is: a bar that redraws itself on a terminal that can, plain lines elsewhere. */
interface Progress {
	/** `suite`: of the whole, the part under way, whose remaining time is shown. */
	update(done: number, total: number | undefined, label: string, suite?: RunProgress['suite']): void;
	/** Writes a line, the bar out of its way; it may be coloured. */
	print(line: string): void;
	/** Leaves the line clean for what is printed next. */
	finish(): void;
}

export interface ProgressStream {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

interface ProgressOptions {
	readonly terminal?: string;
	/** Milliseconds. */
	readonly now?: () => number;
}

/** Progress on `stream` under a `title`. Plain lines come every ten seconds at most, so that CI logs stay short. */
export function createProgress(
	stream: ProgressStream,
	title: string,
	{ terminal = process.env.TERM, now = () => performance.now() }: ProgressOptions = {},
): Progress {
	const drawn = drawingOn(stream);
	return stream.isTTY === true && terminal !== 'dumb' ? bar(drawn, title, now) : lines(drawn, title, now);
}

/** For work of which only the outcome is wanted. */
export const NO_PROGRESS: Progress = { update() {}, print() {}, finish() {} };

function bar(stream: ProgressStream, title: string, now: () => number): Progress {
	const left = timeLeft(now);
	let drawn = Number.NEGATIVE_INFINITY;
	const clear = (): void => {
		if (drawn > Number.NEGATIVE_INFINITY) stream.write('\r\u001b[2K');
	};
	return {
		update(done, total, label, suite) {
			const remaining = left(done, total, suite);
			if (now() - drawn < 50 && done !== total) return;
			drawn = now();
			const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
			const gauge =
				share === undefined ? '' : ` ${'█'.repeat(Math.round(share * 20)).padEnd(20, '░')} ${amount(done, total)}`;
			const text = [`${title}${gauge}`, remaining, label].filter((part) => part !== '').join(' ');
			stream.write(`\r\u001b[2K${cutToColumns(singleLine(text), (stream.columns ?? 80) - 1)}`);
		},
		print(line) {
			clear();
			stream.write(`${line}\n`);
		},
		finish: clear,
	};
}

function lines(stream: ProgressStream, title: string, now: () => number): Progress {
	const left = timeLeft(now);
	let printedAt = Number.NEGATIVE_INFINITY;
	let whole = false;
	return {
		update(done, total, label, suite) {
			const remaining = left(done, total, suite);
			const ends = done === total && !whole;
			if (now() - printedAt < LINE_MS && !ends) return;
			printedAt = now();
			whole = done === total;
			const parts = [title, amount(done, total), remaining, label];
			stream.write(`${singleLine(parts.filter((part) => part !== '').join(' '))}\n`);
		},
		print(line) {
			stream.write(`${line}\n`);
		},
		finish() {},
	};
}

const LINE_MS = 10_000;

/** Shares of a whole come as fractions of 1. */
function amount(done: number, total: number | undefined): string {
	if (total === 1 && done < 1) return `${Math.floor(done * 100)}%`;
	return total === undefined ? String(done) : `${done}/${total}`;
}

/**
 * What is left of the suite under way, or of all where there are none: `(tools 3/8, 40 s left)`. A sample of one suite says
 * nothing of another's, nor do samples that a resumed run found done.
 */
function timeLeft(
	now: () => number,
): (done: number, total: number | undefined, suite?: RunProgress['suite']) => string {
	const begun = new Map<string, { readonly at: number; readonly done: number }>();
	let before = now();
	return (done, total, suite) => {
		const name = suite?.name ?? '';
		const part = suite ?? { done, total };
		// The first sample of a suite was begun when the one before it ended.
		const start = begun.get(name) ?? { at: before, done: suite === undefined ? done : Math.max(0, suite.done - 1) };
		begun.set(name, start);
		before = now();
		const time = remaining(part.done - start.done, (part.total ?? 0) - part.done, before - start.at);
		if (suite === undefined) return time;
		return `(${[`${name} ${suite.done}/${suite.total}`, time].filter((text) => text !== '').join(', ')})`;
	};
}

function remaining(done: number, left: number, elapsedMs: number): string {
	if (done <= 0 || left <= 0 || elapsedMs < 2000) return '';
	const seconds = Math.round((elapsedMs / done) * (left / 1000));
	return seconds >= 90 ? `${Math.round(seconds / 60)} min left` : `${seconds} s left`;
}

/** Shows a run on stderr: what is downloaded and loaded, and how far it is. */
export function showRun(quiet: boolean): {
	readonly listen: RunListener;
	/** Writes a line, the bar out of its way. */
	print(line: string): void;
	finish(): void;
} {
	let shown: { readonly title: string; readonly progress: Progress } | undefined;
	let waiting: NodeJS.Timeout | undefined;
	const finish = (): void => {
		clearTimeout(waiting);
		shown?.progress.finish();
		shown = undefined;
	};
	const under = (title: string): Progress => {
		if (shown?.title !== title) {
			finish();
			shown = { title, progress: createProgress(process.stderr, title) };
		}
		return shown.progress;
	};
	const print = (line: string): void => {
		if (shown === undefined) process.stderr.write(`${line}\n`);
		else shown.progress.print(line);
	};
	if (quiet) return { listen: {}, print, finish };
	return {
		listen: {
			download: (done, total) => under('downloading').update(megabytes(done), total && megabytes(total), 'MB'),
			load({ done, total, stage, waitsFor }) {
				clearTimeout(waiting);
				const wait = (): void => under('loading').print(singleLine(`waiting for ${waitsFor}`));
				if (waitsFor !== undefined) waiting = setTimeout(wait, SHORT_WAIT_MS);
				else if (process.stderr.isTTY) under('loading').update(done, total, stage);
			},
			loaded: finish,
			progress: ({ title, done, total, label, suite }) => under(title).update(done, total, label, suite),
		},
		print,
		finish,
	};
}

/** A server that has its model loaded answers sooner. */
export const SHORT_WAIT_MS = 1000;

/** Path of the file that `reference` names, downloaded with progress on stderr; the bundled miniature without one. */
export async function findModelFile(reference: string | undefined, signal: AbortSignal): Promise<string> {
	const { listen, finish } = showRun(false);
	try {
		return await (await import('../run/compose/load.ts')).modelFile(reference, signal, listen);
	} finally {
		finish();
	}
}

function megabytes(bytes: number): number {
	return Math.round(bytes / 1e6);
}
