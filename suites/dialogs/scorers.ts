import { message } from '../../src/base/message.ts';
import { matchPossibleCalls } from '../../src/benchmarks/bfcl-matching.ts';
import type { DialogSample, DialogTurn } from '../../src/benchmarks/dialog-sample.ts';
import { matchCalls } from '../../src/eval/match/calls.ts';
import type { StringMatching } from '../../src/eval/match/values.ts';
import type { Score } from '../../src/eval/score.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import type { Scorer } from '../../src/eval/suite.ts';
import type { Turn } from '../../src/eval/turn.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';

/** What judging a turn needs besides the sample. */
interface DialogJudging {
	readonly strings: StringMatching;
	toolsOf(sample: DialogSample): readonly ToolDeclaration[];
}

/** `correct` of all turns and by kind of turn, then its parts: silence and the right tool. */
export function dialogScorers(judging: DialogJudging): readonly Scorer<DialogSample>[] {
	return [
		{
			name: 'correct',
			title: { en: 'right turns', ko: '올바른 턴' },
			main: true,
			calls: 'all',
			score: (sample, turn) => judge(sample, turn, judging),
		},
		...TITLES.map(
			([kind, en, ko]): Scorer<DialogSample> => ({
				name: kind,
				title: { en, ko },
				applies: (sample) => sample.turn === kind,
				score: (sample, turn) => judge(sample, turn, judging),
			}),
		),
		{
			name: 'silent',
			title: { en: 'no call where none is right', ko: '불필요한 호출 없음' },
			applies: (sample) => sample.turn !== 'call',
			score: ({ turn: kind }, turn) => (kind === 'call' ? undefined : (calledWrongly(kind, turn) ?? true)),
		},
		scorers.calledTool(),
	];
}

const TITLES: readonly (readonly [kind: DialogTurn, en: string, ko: string])[] = [
	['call', 'right calls', '올바른 호출'],
	['slot', 'asks for what is missing', '빠진 값을 되물음'],
	['completion', 'reports the result', '결과를 전함'],
	['relevance', 'calls nothing that does not fit', '맞는 도구가 없으면 부르지 않음'],
];

function judge(sample: DialogSample, turn: Turn, judging: DialogJudging): Score | boolean {
	if (sample.turn !== 'call') return calledWrongly(sample.turn, turn) ?? judgeAnswer(sample, turn);
	const mismatch = mismatchOf(sample, turn, judging);
	if (mismatch === undefined) {
		return turn.malformed && sample.possible !== 'any' ? { value: false, reason: 'malformed_call' } : true;
	}
	// Unreadable output is not silence.
	const reason = turn.calls.length === 0 && turn.malformed ? 'malformed_call' : mismatch.error;
	return { value: false, reason, detail: mismatch.detail };
}

function mismatchOf(
	sample: DialogSample,
	{ calls }: Turn,
	{ strings, toolsOf }: DialogJudging,
): ReturnType<typeof matchCalls> {
	const { possible, expected, order } = sample;
	if (possible === undefined) return matchCalls(expected, calls, { strings, order });
	if (possible !== 'any') return matchPossibleCalls(toolsOf(sample), possible, calls);
	return calls.length > 0
		? undefined
		: { error: 'relevance_error:decoder_failed', detail: message('score.any-call-expected') };
}

/** Of a turn without an expected call; absent: nothing was called. */
function calledWrongly(kind: Exclude<DialogTurn, 'call'>, { calls, malformed }: Turn): Score | undefined {
	if (calls.length > 0) {
		return { value: false, reason: WRONG_CALLS[kind], detail: calls.map(({ name }) => name).join(', ') };
	}
	return malformed ? { value: false, reason: 'malformed_call' } : undefined;
}

const WRONG_CALLS: Readonly<Record<Exclude<DialogTurn, 'call'>, string>> = {
	slot: 'slot_guessed',
	completion: 'called_again',
	relevance: 'irrelevance_error:decoder_success',
};

/** A sample without expectations of its answer is judged by silence alone. */
function judgeAnswer({ turn, answer: wanted }: DialogSample, { answer }: Turn): Score | boolean {
	if (wanted === undefined) return true;
	if (answer === undefined) return { value: false, reason: 'no_answer' };
	const said = comparable(answer);
	const missing = wanted.find((texts) => !texts.some((text) => said.includes(comparable(text))));
	if (missing === undefined) return true;
	const reason = turn === 'slot' ? 'slot_not_asked' : turn === 'completion' ? 'result_not_told' : 'not_said';
	return { value: false, reason, detail: missing.join(' | ') };
}

/** White space, and commas in numbers, vary. */
function comparable(text: string): string {
	return text
		.normalize('NFC')
		.toLowerCase()
		.replace(/\s+|(?<=\d),(?=\d)/gu, '');
}
