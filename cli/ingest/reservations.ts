import { singleLine } from '../../reports/terminal/text.ts';
import { counted, plural } from '../../src/base/message.ts';
import type { Ingested } from '../../src/capture/ingest.ts';
import type { CorpusCapture } from '../../src/capture/lines.ts';

/** What the run's log warns of, and what only its ingestion says: which prompts are missing tells every log by itself, a merged one too. */
export interface Reservations {
	readonly warnings: readonly string[];
	readonly missing: readonly string[];
}

/** What was left out and why, one line each. */
export function reservations(
	ingested: Ingested,
	captures: readonly CorpusCapture[],
	files: readonly string[],
): Reservations {
	const { damaged, stray, broken, unknown, ambiguous, reworded, contradictory, endingUntold, repeated, missing } =
		ingested;
	const silent = files.filter((_, capture) => captures[capture]?.events.length === 0);
	const lines: readonly (readonly [count: number, line: string])[] = [
		[silent.length, `no line of the corpus logger that can be read in: ${list(silent)}`],
		[
			damaged.length,
			`${counted(damaged.length, 'damaged line was', 'damaged lines were')} left out: ${list(damaged.map((line) => placeOf(line, files)))}`,
		],
		[
			stray,
			`${counted(stray, 'event', 'events')} ${plural(stray, 'was', 'were')} left out, for the user’s words before ${plural(stray, 'it', 'them')} are missing`,
		],
		[broken.length, `turns of which lines are missing or damaged were left out: ${list(broken)}`],
		[ambiguous.length, `asked without an id in words that several prompts have, left out: ${list(ambiguous)}`],
		[unknown.length, `no prompts of the corpus, left out: ${list(unknown)}`],
		[reworded.length, `asked in other words than the corpus has, so unscored (foreign): ${list(reworded)}`],
		[
			contradictory.length,
			`told in two ways, so unscored (contradictory): ${list(contradictory.map(({ id, problem }) => `${id}: ${problem}`))}`,
		],
		[
			endingUntold.length,
			`this capture does not tell how generations ended, so that a cut is invisible in what has no call: ${list(endingUntold)}`,
		],
		[
			repeated.length,
			`asked more than once, the last time counts: ${list(repeated.map(({ id, times }) => `${id} (${times} times)`))}`,
		],
	];
	return {
		warnings: lines.flatMap(([count, line]) => (count === 0 ? [] : [line])),
		missing: missing.length === 0 ? [] : [`not asked, or not whole: ${list(missing)}`],
	};
}

/** `capture.txt:12: not JSON`. */
export function placeOf({ capture, line, problem }: Ingested['damaged'][number], files: readonly string[]): string {
	return `${files[capture] ?? ''}:${line}: ${problem}`;
}

/** A name, or one with what is wrong. */
const LISTED_CHARS = 160;

function list(texts: readonly string[]): string {
	const shown = [...new Set(texts)].slice(0, 20).map((text) => {
		const line = singleLine(text);
		return line.length > LISTED_CHARS ? `${line.slice(0, LISTED_CHARS)}…` : line;
	});
	return shown.join(', ') + (texts.length > 20 ? ', …' : '');
}
