import type { EvaluatedRun, EvaluatedSuite } from '../eval/header.ts';
import type { ArgumentComparison, CallComparison } from '../eval/match/calls.ts';
import { ANYTHING } from '../eval/match/values.ts';
import { type SampleResult, scoreNamed } from '../eval/sample.ts';
import { turnOf } from '../eval/turn.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { type Rate, rateOfClusters, withoutInterval } from '../stats/rate.ts';
import { callsBeside, expectedCalls } from './state/calls.ts';

/** Words in place of a tool; no tool can be called so. */
export const NO_CALL = '(none)';
export const UNREADABLE = '(malformed)';
export const EXTRA = '(extra)';

/** An expected call beside the one that was made for it. */
interface CallUnit extends CallComparison {
	readonly row: string;
	readonly column: string;
	/** The right tool, called with the right arguments where the row is a tool. */
	readonly right: boolean;
	/** Arguments that were expected or written, except those that may be anything. */
	readonly arguments: readonly ArgumentComparison[];
}

/** The calls of a variant as a table. */
export interface CallTable {
	/** Tools that are expected or called, and `(none)`; without interval where samples are left out. */
	readonly tools: readonly {
		readonly tool: string;
		/** Of the units that expect it, those that call it. Absent: none expects it. */
		readonly recall?: Rate;
		/** Of the units that call it, those that expect it. Absent: it was never called. */
		readonly precision?: Rate;
	}[];
	/** Mean recall of the tools that the corpus expects, `(none)` included. */
	readonly macroRecall?: number;
	readonly cells: readonly { readonly expected: string; readonly called: string; readonly n: number }[];
	/** Arguments of calls of the right tool, in the order of the samples. */
	readonly fields: readonly { readonly field: string; readonly right: Rate; readonly errors: ReasonCounts }[];
	/** Samples without a judgement of their calls. */
	readonly leftOut: number;
	/** By row: units of unscored samples, by cause. */
	readonly open: Readonly<Record<string, ReasonCounts>>;
}

/** The score whose suite has tables of calls. */
export function callsScore({ scores }: EvaluatedSuite): string | undefined {
	return Object.entries(scores).find(([, { calls }]) => calls === 'all')?.[0];
}

/** The units of a sample; undefined if it is left out. */
export function callUnits(
	sample: SampleResult,
	suite: EvaluatedSuite,
	{ header: { app } }: Pick<EvaluatedRun, 'header'>,
): readonly CallUnit[] | undefined {
	const score = scoreNamed(sample, callsScore(suite));
	const turn = turnOf(sample.transcript);
	const isSilent = expectedCalls(sample.sample).length === 0;
	if (score === undefined || score.unscored !== undefined || sample.sample.possible !== undefined) return undefined;
	if (isSilent && turn.error !== undefined && turn.calls.length === 0) return undefined;
	const schemas = new Map(
		(app?.tools ?? []).flatMap(({ name, parameters }) => (parameters ? [[name, parameters]] : [])),
	);
	const compared = callsBeside(sample, suite, { schemas });
	const pairs = isSilent ? [{ arguments: [], ...compared[0] }, ...compared.slice(1)] : compared;
	const attempts =
		turn.generations.length === 0
			? turn.messages.filter(({ role }) => role === 'malformed-call')
			: turn.generations.flatMap(({ events }) => events.filter(({ type }) => type === 'malformed'));
	let unreadable = attempts.length;
	const units = pairs.map((pair, at): CallUnit => {
		const row = pair.expected?.tool ?? (isSilent && at === 0 ? NO_CALL : EXTRA);
		const column = pair.call?.name ?? (unreadable-- > 0 ? UNREADABLE : NO_CALL);
		const wrong = pair.arguments.some(({ mismatch }) => mismatch !== undefined);
		return { ...pair, row, column, right: row === column && !wrong, arguments: pair.arguments.filter(isAsked(pair)) };
	});
	const more = { row: EXTRA, column: UNREADABLE, right: false, arguments: [] };
	return [...units, ...Array.from({ length: Math.max(0, unreadable) }, () => more)];
}

/** Filled in on both sides, a default of the app was neither expected nor written. */
function isAsked({ expected, call }: CallComparison): (compared: ArgumentComparison) => boolean {
	const sides = [expected?.arguments ?? {}, expected?.acceptable ?? {}, call?.arguments ?? {}];
	return ({ name, choices }) => !choices.includes(ANYTHING) && sides.some((side) => Object.hasOwn(side, name));
}

/** BFCL's error without the type that it names. */
export function callError({ mismatch }: ArgumentComparison): string | undefined {
	return mismatch?.error.split(':')[0];
}

/** Undefined for a suite that judges no calls. `whole`: no sample is missing, and the run selected none. */
export function callTable(
	run: Pick<EvaluatedRun, 'header'>,
	suite: EvaluatedSuite,
	samples: readonly SampleResult[],
	whole: boolean,
): CallTable | undefined {
	const score = callsScore(suite);
	if (score === undefined || samples.length === 0) return undefined;
	const judged = samples.map((sample) => ({ sample, units: callUnits(sample, suite, run) }));
	const left = judged.flatMap(({ sample, units }) => (units === undefined ? sample : []));
	const units = judged.flatMap(({ sample, units: own = [] }) =>
		own.map((unit) => ({ prompt: sample.sampleId, ...unit })),
	);
	const unscored = left.filter((sample) => scoreNamed(sample, score)?.unscored !== undefined);
	const rate = (own: typeof units, isHit: (unit: CallUnit) => boolean): Rate | undefined => {
		if (own.length === 0) return undefined;
		const shown = rateOfClusters(
			Map.groupBy(own, ({ prompt }) => prompt)
				.values()
				.map((all) => all.map(isHit)),
		);
		return whole && unscored.length === 0 ? shown : withoutInterval(shown);
	};
	const isSame = ({ row, column }: CallUnit): boolean => row === column;
	const [rows, columns] = [Map.groupBy(units, ({ row }) => row), Map.groupBy(units, ({ column }) => column)];
	const names = new Set([...rows.keys(), ...columns.keys()].toSorted().filter((name) => !name.startsWith('(')));
	const tools = [...names, ...(rows.has(NO_CALL) || columns.has(NO_CALL) ? [NO_CALL] : [])].map((tool) => ({
		tool,
		recall: rate(rows.get(tool) ?? [], isSame),
		precision: rate(columns.get(tool) ?? [], isSame),
	}));
	const recalls = tools.flatMap(({ recall }) => recall?.rate ?? []);
	const fields = Map.groupBy(
		units.flatMap(({ prompt, row, arguments: compared }) =>
			compared.map((one) => ({ prompt, field: `${row}(${one.name})`, error: callError(one) })),
		),
		({ field }) => field,
	);
	const open = unscored.flatMap((sample) => {
		const reason = scoreNamed(sample, score)?.unscored ?? '';
		const expected = expectedCalls(sample.sample).map(({ tool }) => tool);
		return (expected.length === 0 ? [NO_CALL] : expected).map((row) => ({ row, reason }));
	});
	return {
		tools,
		macroRecall: recalls.length === 0 ? undefined : recalls.reduce((sum, one) => sum + one, 0) / recalls.length,
		cells: Array.from(rows, ([expected, own]) =>
			Array.from(
				Map.groupBy(own, ({ column }) => column),
				([called, { length: n }]) => ({ expected, called, n }),
			),
		).flat(),
		fields: Array.from(fields, ([field, own]) => {
			const prompts = Map.groupBy(own, ({ prompt }) => prompt).values();
			const right = rateOfClusters(prompts.map((all) => all.map(({ error }) => error === undefined)));
			return { field, right, errors: countReasons(own.map(({ error }) => error)) };
		}),
		leftOut: left.length,
		open: Object.fromEntries(
			Array.from(
				Map.groupBy(open, ({ row }) => row),
				([row, all]) => [row, countReasons(all.map(({ reason }) => reason))],
			),
		),
	};
}
