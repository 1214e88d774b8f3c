import { canonicalJson, type JsonObject, jsonOf } from '../../base/json.ts';
import { counted, plural } from '../../base/message.ts';
import type { ChatMessage } from '../../chat/turn-loop.ts';
import type { LoggedEvent, SampleResult } from '../sample.ts';
import type { PairedSample } from './paired-sample.ts';

/** That two runs score the very same answers of a suite otherwise: what flips there is no doing of the model. */
export interface OtherScoring {
	readonly suite: string;
	/** Samples with the same row, texts, calls and results of tools in both runs. */
	readonly alike: number;
	/** Those of them that a score judges otherwise. */
	readonly otherwise: number;
	/** Those scores. */
	readonly scores: readonly string[];
}

/** None where the same answers have the same scores. Scores that one of the runs lacks, or could not give, are none. */
export function otherScoring(pairs: readonly PairedSample[]): readonly OtherScoring[] {
	return Array.from(
		Map.groupBy(pairs, ({ first }) => first.suite),
		([suite, own]) => {
			// Of most suites no answer need be compared.
			const alike = own.some((pair) => otherScores(pair).length > 0) ? own.filter(isAlike) : [];
			const scores = alike.map(otherScores);
			const otherwise = scores.filter(({ length }) => length > 0).length;
			return { suite, alike: alike.length, otherwise, scores: [...new Set(scores.flat())] };
		},
	).filter(({ otherwise }) => otherwise > 0);
}

/** In a line. Where the config of a run is named, its scores are held to that code when it is read. */
export function otherScoringText({ suite, alike, otherwise, scores }: OtherScoring): string {
	const are = plural(otherwise, 'is', 'are');
	return `${suite}: ${otherwise} of ${counted(alike, 'sample')} with the very same answers ${are} scored otherwise (${scores.join(', ')}): other code scored them, and nobody checked which is right; name the config of a run (--config)`;
}

function otherScores({ first, second }: PairedSample): readonly string[] {
	return Object.entries(first.scores).flatMap(([name, { value }]) => {
		const other = second.scores[name]?.value;
		return value === undefined || other === undefined || value === other ? [] : [name];
	});
}

function isAlike({ first, second }: PairedSample): boolean {
	return first.transcript.generations.length > 0 && answerOf(first) === answerOf(second);
}

/** However an engine cuts the text into pieces, and whatever ids it gives its calls. */
function answerOf({ sample, transcript }: SampleResult): string {
	const said = transcript.generations.map(({ events, finish }) => [finish.unified, ...events.reduce(joined, [])]);
	const results = (transcript.messages ?? []).flatMap(resultOf);
	return canonicalJson(jsonOf([sample, said, results]));
}

function joined(parts: readonly JsonObject[], event: LoggedEvent): readonly JsonObject[] {
	if (event.type === 'call') {
		const { name, arguments: given } = event.call;
		return [...parts, { type: event.type, name, given }];
	}
	if (event.type === 'malformed') return [...parts, { type: event.type, raw: event.raw }];
	const last = parts.at(-1);
	if (last?.type !== event.type) return [...parts, { type: event.type, text: event.text }];
	return [...parts.slice(0, -1), { type: event.type, text: `${last.text}${event.text}` }];
}

function resultOf(message: ChatMessage): readonly unknown[] {
	return message.role === 'tool-call' ? [message.result] : [];
}
