import { drawingOn } from './guarded-terminal.ts';
import { cutToColumns, singleLine } from './terminal-text.ts';

/** Shows how far long work is: a bar that redraws itself on a terminal that can, plain lines elsewhere. */
export interface Progress {
	update(done: number, total: number | undefined, label: string): void;
	/** Leaves the line clean for what is printed next. */
	finish(): void;
}

export interface ProgressStream {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

/** Progress on `stream` under a `title`. Plain lines come at every tenth of the work, so that CI logs stay short. */
export function createProgress(
	stream: ProgressStream,
	title: string,
	terminal: string | undefined = process.env.TERM,
): Progress {
	return stream.isTTY === true && terminal !== 'dumb' ? bar(drawingOn(stream), title) : lines(stream, title);
}

function bar(stream: ProgressStream, title: string): Progress {
	const started = performance.now();
	let drawn = Number.NEGATIVE_INFINITY;
	return {
		update(done, total, label) {
			const now = performance.now();
			if (now - drawn < 50 && done !== total) return;
			drawn = now;
			const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
			const gauge =
				share === undefined ? '' : ` ${'█'.repeat(Math.round(share * 20)).padEnd(20, '░')} ${told(done, total)}`;
			const text = `${title}${gauge} ${remaining(share, now - started)}${label}`;
			stream.write(`\r\u001b[2K${cutToColumns(singleLine(text), (stream.columns ?? 80) - 1)}`);
		},
		finish() {
			if (drawn > Number.NEGATIVE_INFINITY) stream.write('\r\u001b[2K');
		},
	};
}

function lines(stream: ProgressStream, title: string): Progress {
	let tenth = -1;
	return {
		update(done, total, label) {
			const step = total === undefined || total === 0 ? 0 : Math.floor((done / total) * 10);
			if (step === tenth) return;
			tenth = step;
			stream.write(`${singleLine(`${title} ${told(done, total)} ${label}`)}\n`);
		},
		finish() {},
	};
}

/** Shares of a whole come as fractions of 1. */
function told(done: number, total: number | undefined): string {
	if (total === 1 && done < 1) return `${Math.floor(done * 100)} %`;
	return total === undefined ? String(done) : `${done}/${total}`;
}

function remaining(share: number | undefined, elapsedMs: number): string {
	if (share === undefined || share < 0.05 || elapsedMs < 2000) return '';
	const seconds = Math.round(((elapsedMs / share) * (1 - share)) / 1000);
	return seconds >= 90 ? `${Math.round(seconds / 60)} min left ` : `${seconds} s left `;
}
