import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../base/errors.ts';
import { type Message, message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { missingEvidence } from '../eval/evidence/turn-evidence.ts';
import { expectedCallSchema } from '../eval/match/calls.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { Suite } from '../eval/suite.ts';
import { turnOf } from '../eval/turn.ts';
import { normalizeText } from '../text/text.ts';
import type { CorpusCapture, DamagedLine } from './lines.ts';
import { type CapturedApp, capturedSample, contradictionOf, sameWords } from './sample.ts';
import { type BrokenTurn, type CapturedTurn, readTurns } from './turns.ts';

/** Samples read from an app's captures, and what was excluded. */
export interface Ingested {
	/** In the order of the corpus, each prompt at most once. */
	readonly samples: readonly SampleResult[];
	/** Repeated prompts; the last complete turn counts. */
	readonly repeated: readonly { readonly id: string; readonly times: number }[];
	/** Prompts with the id of a corpus row and another text: unscored, as `foreign`. */
	readonly reworded: readonly string[];
	/** Prompts whose turn contradicts itself or an earlier one: unscored, as `contradictory`. */
	readonly contradictory: readonly { readonly id: string; readonly problem: Message }[];
	/** Prompts without a call and without a finish: the token limit may have cut the answer before its call. */
	readonly endingUnknown: readonly string[];
	/** User texts that are not prompts of the corpus. */
	readonly unknown: readonly string[];
	/** User texts without an id that several prompts share. */
	readonly ambiguous: readonly string[];
	/** Incomplete turns: ids of their prompts, or the user's text. */
	readonly broken: readonly string[];
	/** Prompts without a complete turn. */
	readonly missing: readonly string[];
	/** Unreadable lines; `capture` is the index of their capture. */
	readonly damaged: readonly (DamagedLine & { readonly capture: number })[];
	/** Number of events that belong to no turn. */
	readonly stray: number;
}

/** Reads captured turns as samples of a suite whose input is one user turn, and scores them. */
export function ingestCaptures(
	suite: Suite,
	captures: readonly CorpusCapture[],
	app: CapturedApp = { language: 'ko' },
): Ingested {
	const tools = knownTools(suite, app.tools);
	const read = captures.map(({ events }) => readTurns(events));
	const { findId, isShared } = promptFinder(suite);
	const turnsById = new Map<string, CapturedTurn[]>();
	const unknown: string[] = [];
	const ambiguous: string[] = [];
	for (const turn of read.flatMap(({ turns }) => turns)) {
		const id = findId(turn);
		if (id === undefined) (isShared(turn.text) ? ambiguous : unknown).push(turn.text);
		else if (turnsById.get(id)?.push(turn) === undefined) turnsById.set(id, [turn]);
	}
	const broken = read.flatMap((capture) => capture.broken);
	const unfinished = Map.groupBy(
		broken.flatMap(({ soFar = [] }) => soFar),
		findId,
	);
	const found = suite.samples.flatMap((sample) => {
		const turns = turnsById.get(sample.id) ?? [];
		const turn = turns.at(-1);
		if (turn === undefined) return [];
		const scored = (one: CapturedTurn, problem = contradictionOf(one)): SampleResult =>
			capturedSample({ suite, sample }, one, { ...app, tools }, problem);
		const retry = retryProblem(turn, [...turns, ...(unfinished.get(sample.id) ?? [])], scored);
		const problem = contradictionOf(turn) ?? retry;
		return [{ id: sample.id, sample, turn, times: turns.length, retry, problem, result: scored(turn, problem) }];
	});
	return {
		samples: found.map(({ result }) => result),
		repeated: found.flatMap(({ id, times, retry }) => (times > 1 && retry === undefined ? [{ id, times }] : [])),
		reworded: found.flatMap(({ id, sample, turn }) => (sameWords(sample.input, turn.text) ? [] : [id])),
		contradictory: found.flatMap(({ id, problem }) => (problem === undefined ? [] : [{ id, problem }])),
		endingUnknown: found.flatMap(({ id, result }) => (mayBeCut(result) ? [id] : [])),
		unknown,
		ambiguous,
		broken: broken.map((turn) => findId(turn) ?? turn.text),
		missing: suite.samples.flatMap(({ id }) => (turnsById.has(id) ? [] : [id])),
		damaged: captures.flatMap(({ damaged }, capture) => damaged.map((line) => ({ ...line, capture }))),
		stray: read.reduce((sum, { stray }) => sum + stray, 0),
	};
}

/** Whether the token limit may have cut the answer before its call: no call, and no reported finish. */
function mayBeCut({ transcript }: SampleResult): boolean {
	const turn = turnOf(transcript);
	const isUnknown = turn.generations.at(-1)?.finish.unified === 'unknown';
	return isUnknown && turn.call === undefined && !turn.malformed && missingEvidence(turn, 'turn') === undefined;
}

interface PromptFinder {
	/** Id of the prompt: the given one, else that of the only prompt with this text. */
	findId(turn: BrokenTurn): string | undefined;
	isShared(text: string): boolean;
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
		isShared: (text) => (byWords.get(normalizeText(text))?.length ?? 0) > 1,
	};
}

/**
 * Why a repeated prompt is contradictory: another answer passes a score that the last one fails, or the reverse. Retrying until
 * one passes would pick the verdict. `turns` are all of the prompt, unfinished ones included.
 */
function retryProblem(
	last: CapturedTurn,
	turns: readonly CapturedTurn[],
	scored: (turn: CapturedTurn) => SampleResult,
): Message | undefined {
	const answers = new Map(turns.map((turn) => [answerOf(turn), turn]));
	if (answers.size === 1) return undefined;
	const { scores } = scored(last);
	for (const turn of answers.values()) {
		const score = differingScore(scored(turn).scores, scores);
		if (score !== undefined) return message('capture.asked-again', { n: turns.length, score });
	}
	return undefined;
}

/** The answer without its times. */
function answerOf({ text, spoken, error }: CapturedTurn): string {
	return JSON.stringify([text, spoken.map(({ atMs: _, ...event }) => event), error]);
}

/** Name of a score that passes in one and fails in the other. */
function differingScore(one: SampleResult['scores'], other: SampleResult['scores']): string | undefined {
	return Object.keys(other).find((name) => {
		const [before, now] = [one[name]?.value, other[name]?.value];
		return typeof before === 'boolean' && typeof now === 'boolean' && before !== now;
	});
}

/** Names of the app's tools and of those that the samples expect: they identify calls that leaked into the text. */
function knownTools({ samples }: Suite, app: readonly string[] = []): readonly string[] {
	const expected = samples.flatMap((sample) => {
		// In a user's suite the field may mean something else.
		const calls = expectedCalls.safeParse((sample as { readonly expected?: unknown }).expected);
		return calls.success ? calls.data.map(({ tool }) => tool) : [];
	});
	return [...new Set([...app, ...expected])];
}

const expectedCalls = z.array(expectedCallSchema);

/** Largest capture, bytes. Fifteen prompts take about a megabyte. */
export const MAX_CAPTURE_BYTES: number = 256 * 1024 * 1024;

/** Text of a capture, UTF-8 or UTF-16 (PowerShell); `-` is the standard input. Throws {@link ConfigError}. */
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
