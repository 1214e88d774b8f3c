import type { CorpusCapture, DamagedLine } from '../../chat/corpus-capture.ts';
import { normalizeText } from '../../text/normalize-text.ts';
import type { SampleProblem } from '../evaluate/sample/solve-context.ts';
import { unloggable } from '../evaluate/sample/unloggable.ts';
import { missingEvidence } from '../evidence/turn-evidence.ts';
import { loggedSample, type SampleResult } from '../sample.ts';
import type { ScoreContext } from '../score/scorer.ts';
import type { Suite } from '../suite/suite.ts';
import { turnOf } from '../turn/turn.ts';
import { lastTurn } from './asked-again.ts';
import { type Asked, type CapturedBy, capturedSample, sameWords } from './captured-sample.ts';
import { type BrokenTurn, type CapturedTurn, readTurns } from './captured-turn.ts';
import { capturedContradiction } from './contradiction.ts';
import { knownTools } from './known-tools.ts';

/** What captures of an app on its device come to. */
export interface Ingested {
	/** In the order of the corpus, each prompt at most once. */
	readonly samples: readonly SampleResult[];
	/** Prompts that were asked more than once; the last whole turn counts. */
	readonly repeated: readonly { readonly id: string; readonly times: number }[];
	/** Prompts asked in other words than the corpus has, under its id: unscored, as `foreign`. */
	readonly reworded: readonly string[];
	/** Prompts of whose answer the capture tells two different things, with what: unscored, as `contradictory`. */
	readonly contradictory: readonly { readonly id: string; readonly problem: string }[];
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
export interface CapturedApp extends CapturedBy {
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
			const problem = capturedContradiction(turn);
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
