import type { EvaluatedSuite } from '../eval/header.ts';
import type { UnscoredCause } from '../eval/score.ts';
import type { RunSettings } from '../eval/settings.ts';
import type { Log, LogSample } from '../log/record.ts';
import { decisionFixture, declaredSuiteFixture } from './declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from './log-line-fixture.ts';

/** What a turn did: its text before the call, and what the rule says of it. */
export interface TurnFixture {
	/** Default: a text of its own. */
	readonly text?: string;
	/** Default true. */
	readonly called?: boolean;
	/** Why the text does not count; absent: it does. */
	readonly reason?: string;
	readonly unscored?: UnscoredCause;
}

interface Planned {
	readonly settings?: Partial<RunSettings>;
	/** Default `ko`; `null` for a log that names no app. */
	readonly language?: string | null;
	readonly suite?: Partial<EvaluatedSuite>;
}

/** Fixture: a whole run of a prefix suite that decides by 5 of 15, with these turns; epochs of a prompt stand together. */
export function prefixRunFixture(turns: readonly TurnFixture[], planned: Planned = {}): Log {
	const { settings = {}, language = 'ko', suite = {} } = planned;
	const epochs = settings.epochs ?? 1;
	const prompts = turns.length / epochs;
	const header = logHeaderFixture({
		settings: { ...logHeaderFixture().settings, ...settings },
		...(language !== null && { app: { name: 'coach', version: '1', language } }),
		suites: [
			declaredSuiteFixture({
				view: 'prefix',
				planned: turns.length,
				samples: prompts,
				scores: { meaningful: { kind: 'rate', title: 'a meaningful prefix', main: true } },
				decision: {
					...decisionFixture(5, 15),
					paths: [
						{ name: 'A', title: { en: 'keep the prefix', ko: 'prefix 보존' }, policy: 'push' },
						{ name: 'B', title: { en: 'discard the prefix', ko: 'prefix 폐기' }, policy: 'discard' },
					],
				},
				...suite,
			}),
		],
	});
	const samples = turns.map((turn, place) => sampleOf(turn, Math.floor(place / epochs), place % epochs));
	return {
		header,
		samples,
		failures: [],
		footer: { type: 'footer', endedAt: '2026-11-21T00:01:00.000Z', outcome: 'complete', peakRssBytes: 1 },
	};
}

function sampleOf({ called = true, reason, unscored, text }: TurnFixture, prompt: number, epoch: number): LogSample {
	const id = `p${String(prompt + 1).padStart(2, '0')}`;
	const thing = '가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노'.charAt(prompt);
	const said = text ?? (called ? `${thing}구 ${thing}도를 찾아볼게요.` : `그건 ${thing}구 때문이에요.`);
	const call = { type: 'call', call: { id: 'call-0', name: 'search', arguments: {} } } as const;
	return logSampleFixture({
		sampleId: id,
		epoch,
		sample: { id, input: `프롬프트 ${id}` },
		transcript: {
			messages: [],
			facts: {},
			generations: [
				{
					pieces: [],
					events: [...(said === '' ? [] : [{ type: 'text', text: said } as const]), ...(called ? [call] : [])],
					finish: { unified: 'stop', raw: '' },
					usage: {},
				},
			],
		},
		scores: {
			meaningful:
				unscored !== undefined
					? { unscored }
					: called && reason === undefined
						? { value: true }
						: { value: false, reason: called ? reason : 'no-tool-call' },
		},
	});
}

/** So many turns, each with a text of its own. */
export const turns = (count: number, turn: TurnFixture = {}): TurnFixture[] =>
	Array.from({ length: count }, () => turn);
