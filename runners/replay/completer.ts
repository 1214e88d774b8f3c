import { setTimeout as delay } from 'node:timers/promises';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { Completer, CompletionEvent, CompletionRequest } from '../../src/model/completer.ts';
import type { Finish, Usage } from '../../src/model/generation.ts';
import type { RecordedGeneration, Recording } from './recording.ts';

/** Why a replayed generation ends before its recording does. */
interface Ending {
	/** Pieces that are given. */
	readonly pieces: number;
	/** Of the last piece, the characters that are given; absent: all. */
	readonly lastChars?: number;
	readonly finish: Finish;
}

interface EndingLimits {
	readonly maxTokens: number;
	readonly stop: readonly string[];
	/** On the recording's clock. */
	readonly deadlineMs: number;
}

/** Where the request's own limits cut a recorded stream; undefined where they do not. The first cut counts. */
export function endingOf(
	pieces: readonly string[],
	atMs: readonly number[],
	{ maxTokens, stop, deadlineMs }: EndingLimits,
): Ending | undefined {
	const late = pieces.findIndex((_, index) => (atMs[index] ?? 0) > deadlineMs);
	const most = Math.min(maxTokens, late === -1 ? pieces.length : late);
	const stopped = stopAt(pieces, stop);
	if (stopped !== undefined && stopped.pieces <= most) return stopped;
	if (late !== -1 && late <= maxTokens) return { pieces: late, finish: { unified: 'deadline', raw: 'replay' } };
	return pieces.length <= maxTokens ? undefined : { pieces: maxTokens, finish: { unified: 'length', raw: 'replay' } };
}

/** The failure of a request that no recording answers. A conversation that differs from its recording fails its sample alone. */
export function notRecorded(index: number, name: string): EngineError {
	return index === 0
		? new EngineError('unavailable', message('replay.no-answer', { name }))
		: new EngineError('not-recorded', message('replay.different', { name }));
}

function stopAt(pieces: readonly string[], stop: readonly string[]): Ending | undefined {
	const text = pieces.join('');
	const places = stop.map((word) => (word === '' ? -1 : text.indexOf(word))).filter((place) => place !== -1);
	if (places.length === 0) return undefined;
	let left = Math.min(...places);
	for (const [index, piece] of pieces.entries()) {
		if (left <= piece.length) {
			return { pieces: index + 1, lastChars: left, finish: { unified: 'stop', raw: 'replay' } };
		}
		left -= piece.length;
	}
	return undefined;
}

/** Waits until a recorded moment of a generation; in the fast pace no moment is waited for. */
type Pace = (atMs: number, signal: AbortSignal) => Promise<void>;

/** A pace for one generation, begun now. */
export function paceOf(realTime: boolean): Pace {
	if (!realTime) return async () => {};
	const started = performance.now();
	return async (atMs, signal) => {
		const left = atMs - (performance.now() - started);
		if (left > 0) await delay(left, undefined, { signal }).catch(() => {});
	};
}

/** One recording as it is played. */
export interface Replay {
	readonly name: string;
	readonly realTime: boolean;
	/** Aborted when the model is disposed of. */
	readonly disposed: AbortSignal;
}

/** Continues prompts with what was recorded, on the recording's clock. */
export class ReplayCompleter implements Completer {
	readonly #recording: Recording;
	readonly #options: Replay;

	constructor(recording: Recording, options: Replay) {
		this.#recording = recording;
		this.#options = options;
	}

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const { disposed, name, realTime } = this.#options;
		if (disposed.aborted) throw new EngineError('unavailable', message('replay.over', { name }));
		const signal = request.signal === undefined ? disposed : AbortSignal.any([request.signal, disposed]);
		if (signal.aborted) {
			yield { type: 'end', finish: ABORTED, usage: {}, source: 'wall-clock', totalMs: 0 };
			return;
		}
		const pace = paceOf(realTime);
		const recorded = await this.#find(request);
		const { generation, timings } = recorded;
		const ending = endingOf(generation.pieces, timings.pieceAtMs, request);
		const count = ending?.pieces ?? generation.pieces.length;
		let given = 0;
		for (const [index, whole] of generation.pieces.slice(0, count).entries()) {
			const atMs = timings.pieceAtMs[index] ?? 0;
			await pace(atMs, signal);
			if (signal.aborted) break;
			const cut = index === count - 1 ? ending?.lastChars : undefined;
			if (cut === 0) break;
			const text = cut === undefined ? whole : whole.slice(0, cut);
			const token = cut === undefined ? generation.tokens?.[index] : undefined;
			given += 1;
			yield { type: 'pieces', pieces: [{ text, atMs, token }] };
		}
		const finish = signal.aborted ? ABORTED : (ending?.finish ?? completerFinish(generation.finish));
		const whole = !signal.aborted && ending === undefined;
		if (whole) await pace(timings.totalMs, signal);
		yield {
			type: 'end',
			finish,
			usage: whole ? usageOf(recorded) : { ...usageOf(recorded), outputTokens: given },
			source: timings.source,
			prefillMs: timings.prefillMs,
			repeated: timings.repeated,
			...(whole && timings.decodeMs !== undefined && { decodeMs: timings.decodeMs }),
			totalMs: whole ? timings.totalMs : cutAtMs(finish, request.deadlineMs, timings.pieceAtMs[given - 1]),
		};
	}

	async #find({ parts, sampling, grammar }: CompletionRequest): Promise<RecordedGeneration> {
		const index = (parts.length - 1) / 2;
		const recorded = await this.#recording.find({
			firstPrompt: parts[0]?.text ?? '',
			prompt: parts.map((part) => part.text).join(''),
			index,
			// What the model wrote stands between the prompts.
			written: parts.flatMap((part, place) => (place % 2 === 1 ? [part.text] : [])),
			seed: sampling.seed,
			constrained: grammar !== undefined,
		});
		if (recorded === undefined) throw notRecorded(index, this.#options.name);
		return recorded;
	}
}

const ABORTED: Finish = { unified: 'aborted', raw: 'replay' };

/** A deadline is waited for; every other cut is made where its last piece came. */
function cutAtMs(finish: Finish, deadlineMs: number, lastPieceMs = 0): number {
	return finish.unified === 'deadline' ? deadlineMs : lastPieceMs;
}

/** A completer does not know of calls. */
function completerFinish(finish: Finish): Finish {
	return finish.unified === 'tool-call' ? { unified: 'stop', raw: finish.raw } : finish;
}

export function usageOf({ generation, timings }: RecordedGeneration): Usage {
	const { cachedPromptTokens } = timings;
	return { ...generation.usage, cachedPromptTokens };
}
