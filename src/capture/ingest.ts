import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../base/errors.ts';
import { type Message, message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { unloggable } from '../eval/evaluate/evaluate-sample.ts';
import type { SampleProblem } from '../eval/evaluate/solve-context.ts';
import { missingEvidence } from '../eval/evidence/turn-evidence.ts';
import { expectedCallSchema } from '../eval/match/calls.ts';
import { loggedSample, type SampleResult } from '../eval/sample.ts';
import type { ScoreContext, Suite } from '../eval/suite.ts';
import { turnOf } from '../eval/turn.ts';
import { normalizeText } from '../text/text.ts';
import type { CorpusCapture, DamagedLine } from './lines.ts';
import { type Asked, type CapturedBy, capturedSample, contradictionOf, sameWords } from './sample.ts';
import { type BrokenTurn, type CapturedTurn, readTurns } from './turns.ts';

/** What captures of an app on its device come to. */
export interface Ingested {
	/** In the order of the corpus, each prompt at most once. */
	readonly samples: readonly SampleResult[];
	/** Prompts that were asked more than once; the last whole turn counts. */
	readonly repeated: readonly { readonly id: string; readonly times: number }[];
	/** Prompts asked in other words than the corpus has, under its id: unscored, as `foreign`. */
	readonly reworded: readonly string[];
	/** Prompts of whose answer the capture tells two different things, with what: unscored, as `contradictory`. */
	readonly contradictory: readonly { readonly id: string; readonly problem: Message }[];
	/** Prompts answered without a call of which the capture does not tell how the generation ended: a cut before one is invisible. */
	readonly endingUntold: readonly string[];
	/** What was asked that is no prompt of the corpus. */
	readonly unknown: readonly string[];
	/** What was asked without an id, in words that several prompts have: nobody knows which was answered. */
	readonly ambiguous: readonly string[];
	/** Turns that were cut short or of which lines were lost: their prompts, or what was asked. */
	readonly broken: readonly string[];
	/** Prompts that no whole turn asked. */
	readonly missing: readonly string[];
	/** Lines that could not be read, with the place of their capture; and events that belong to no turn. */
	readonly damaged: readonly (DamagedLine & { readonly capture: number })[];
	readonly stray: number;
}

/** What captures are held against. */
interface CapturedApp extends CapturedBy {
	/** Names of the app's tools. */
	readonly tools?: readonly string[] | undefined;
}

/** Reads captured turns as samples of a suite whose input is one user turn, and scores them. `problemOf` tells what no log could hold. */
export function ingestCaptures(
	suite: Suite,
	captures: readonly CorpusCapture[],
	app: CapturedApp = { language: 'ko' },
	problemOf: SampleProblem = () => undefined,
): Ingested {
	const tools = knownTools(suite, app.tools);
	const read = captures.map(({ events }) => readTurns(events));
	const { findId, areShared } = promptFinder(suite);
	const asked = new Map<string, CapturedTurn[]>();
	const unknown: string[] = [];
	const ambiguous: string[] = [];
	for (const turn of read.flatMap(({ turns }) => turns)) {
		const id = findId(turn);
		if (id === undefined) (areShared(turn.text) ? ambiguous : unknown).push(turn.text);
		else if (asked.get(id)?.push(turn) === undefined) asked.set(id, [turn]);
	}
	const broken = read.flatMap((capture) => capture.broken);
	const unfinished = Map.groupBy(
		broken.flatMap(({ heard = [] }) => heard),
		findId,
	);
	const found = suite.samples.flatMap((sample) => {
		const sampleOf = (turn: CapturedTurn): SampleResult => capturedSample({ suite, sample }, turn, tools, app);
		const turn = lastTurn(asked.get(sample.id) ?? [], unfinished.get(sample.id) ?? [], sampleOf);
		if (turn === undefined) return [];
		const captured = loggable(sampleOf(turn), { suite, sample }, app, problemOf);
		return [{ sample, turn, captured }];
	});
	const lost = new Set(found.flatMap(({ sample, captured }) => (captured === undefined ? [sample.id] : [])));
	return {
		contradictory: found.flatMap(({ sample: { id }, turn }) => {
			const problem = contradictionOf(turn);
			return problem === undefined ? [] : [{ id, problem }];
		}),
		samples: found.flatMap(({ captured }) => captured ?? []),
		repeated: suite.samples.flatMap(({ id }) => {
			const times = asked.get(id)?.length ?? 0;
			const counts = found.some(({ sample, turn }) => sample.id === id && turn.otherAnswer === undefined);
			return times > 1 && counts ? [{ id, times }] : [];
		}),
		reworded: found.flatMap(({ sample, turn }) => (sameWords(sample.input, turn.text) ? [] : [sample.id])),
		endingUntold: found.flatMap(({ sample: { id }, captured }) => (mayBeCut(captured) ? [id] : [])),
		unknown,
		ambiguous,
		broken: [...broken.map((turn) => findId(turn) ?? turn.text), ...lost],
		missing: suite.samples.flatMap(({ id }) => (asked.has(id) && !lost.has(id) ? [] : [id])),
		damaged: captures.flatMap(({ damaged }, capture) => damaged.map((line) => ({ ...line, capture }))),
		stray: read.reduce((sum, { stray }) => sum + stray, 0),
	};
}

/** What no log can hold is the sample's own failure; with a clock beyond all measure, not even that is left of it. */
function loggable(
	captured: SampleResult,
	asked: Asked,
	context: ScoreContext,
	problemOf: SampleProblem,
): SampleResult | undefined {
	const problem = problemOf(captured);
	if (problem === undefined) return captured;
	const failed = unloggable({ ...captured, sample: loggedSample(asked.sample) }, problem, asked, context);
	return problemOf(failed) === undefined ? failed : undefined;
}

/** Whether the model may have been about to call when its tokens were over: nothing else says that it was not. */
function mayBeCut(captured: SampleResult | undefined): boolean {
	if (captured === undefined) return false;
	const turn = turnOf(captured.transcript);
	const untold = turn.generations.at(-1)?.finish.unified === 'unknown';
	return untold && turn.call === undefined && !turn.malformed && missingEvidence(turn, 'turn') === undefined;
}

interface PromptFinder {
	/** A prompt is known by its id, else by its words, where no other prompt has them. */
	findId(turn: BrokenTurn): string | undefined;
	areShared(text: string): boolean;
}

function promptFinder({ samples }: Suite): PromptFinder {
	const ids = new Set(samples.map(({ id }) => id));
	const byWords = Map.groupBy(samples, ({ input }) => normalizeText(input));
	return {
		findId({ prompt, text }) {
			if (prompt !== undefined && ids.has(prompt)) return prompt;
			const [only, ...others] = byWords.get(normalizeText(text)) ?? [];
			return others.length === 0 ? only?.id : undefined;
		},
		areShared: (text) => (byWords.get(normalizeText(text))?.length ?? 0) > 1,
	};
}

/**
 * The turn that counts of a prompt that was asked more than once: the last whole one. Where another answer passes what this
 * one does not, or the other way round, it says so: whoever asks until it fits chooses the verdict, and so does who stops the
 * app before the end of what does not. `unfinished` is what was heard of such turns. `sampleOf` scores a turn.
 */
function lastTurn(
	turns: readonly CapturedTurn[],
	unfinished: readonly CapturedTurn[],
	sampleOf: (turn: CapturedTurn) => Pick<SampleResult, 'scores'>,
): CapturedTurn | undefined {
	const last = turns.at(-1);
	const all = [...turns, ...unfinished];
	if (last === undefined || all.length === 1) return last;
	const seen = new Set([answerOf(last)]);
	const { scores } = sampleOf(last);
	for (const turn of all) {
		const answer = answerOf(turn);
		if (seen.has(answer)) continue;
		seen.add(answer);
		const other = otherScore(sampleOf(turn).scores, scores);
		if (other !== undefined)
			return { ...last, otherAnswer: message('capture.asked-again', { n: all.length, score: other }) };
	}
	return last;
}

/** What was said, whenever. */
function answerOf({ text, spoken, error }: CapturedTurn): string {
	return JSON.stringify([text, spoken.map(({ atMs: _, ...said }) => said), error]);
}

/** A score that passes in one and fails in the other; none of an answer that is no evidence. */
function otherScore(before: SampleResult['scores'], now: SampleResult['scores']): string | undefined {
	return Object.keys(now).find((name) => {
		const [one, other] = [before[name]?.value, now[name]?.value];
		return typeof one === 'boolean' && typeof other === 'boolean' && one !== other;
	});
}

/**
 * Names of the tools that a captured app may have called: those of the app that it is held against, and those that the
 * suite's samples expect. A capture tells none, and by their names a call that leaked into the text is known.
 */
function knownTools({ samples }: Pick<Suite, 'samples'>, app: readonly string[] = []): readonly string[] {
	const expected = samples.flatMap((sample) => {
		// A sample of one's own may mean something else by it.
		const calls = expectedCalls.safeParse((sample as { readonly expected?: unknown }).expected);
		return calls.success ? calls.data.map(({ tool }) => tool) : [];
	});
	return [...new Set([...app, ...expected])];
}

const expectedCalls = z.array(expectedCallSchema);

/** Largest capture, bytes: fifteen prompts are a megabyte, a day of logcat is far less than this. */
export const MAX_CAPTURE_BYTES: number = 256 * 1024 * 1024;

/** Text of a capture; `-` is the standard input. PowerShell redirects as UTF-16, so that is read too. Throws {@link ConfigError}. */
export async function readCapture(path: string): Promise<string> {
	let bytes: Buffer;
	try {
		bytes = path === '-' ? await standardInput() : readFileSync(path);
	} catch (cause) {
		throw new ConfigError(message('corpus.capture-unreadable', { path, code: systemCode(cause) }), { cause });
	}
	if (bytes.length > MAX_CAPTURE_BYTES) {
		throw new ConfigError(message('corpus.capture-too-large', { path, limit: MAX_CAPTURE_BYTES }));
	}
	const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
	return bytes.toString(utf16 ? 'utf16le' : 'utf8');
}

/** Its writer may take its time; more than a capture may have is not waited for. */
async function standardInput(): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > MAX_CAPTURE_BYTES) break;
	}
	return Buffer.concat(chunks);
}
