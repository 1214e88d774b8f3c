import { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { canonicalJson, sha256 } from '../../base/json.ts';
import { message } from '../../base/message.ts';
import type { Decision } from '../decision.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../header.ts';
import { NOT_BLANK, type SampleResult, sampleKey, scoreNamed } from '../sample.ts';
import type { UnscoredCause } from '../score.ts';
import { readTurn, turnOf } from '../turn.ts';

/** A person's judgement of a prefix: meaningful or not. */
export interface Label {
	readonly promptId: string;
	/** {@link labelHash} of the judged text; a label counts only for that text. */
	readonly sampleHash: string;
	readonly meaningful: boolean;
	readonly who: string;
	readonly note?: string;
}

/** People's judgements of one sample; `meaningful` is absent if they are evenly split. */
export interface PeoplesJudgement {
	readonly meaningful?: boolean;
	/** Shared by all samples with this text. */
	readonly labels: readonly Label[];
}

/** The decision that labels can answer: whether the text before a call is meaningful. Undefined for other suites. */
export function labelledDecision({ view, decision }: EvaluatedSuite): Decision | undefined {
	return view === 'prefix' && decision?.score === 'meaningful' ? decision : undefined;
}

function text(min: number, max: number): z.ZodString {
	return z.string('must be text').min(min, 'is empty').max(max, `must be at most ${max} characters`);
}

/** Longest name of who judged, characters. */
export const MAX_WHO = 200;

/** Rows of a labels file, CSV or JSON: `prompt_id, sample_hash, label (Y or N), who, note`. */
const labelRowSchema = z.object({
	prompt_id: text(1, 200),
	sample_hash: z.string('must be text').regex(/^[0-9a-f]{16}$/, 'must be 16 hexadecimal digits'),
	label: z.enum(['Y', 'N'], 'must be Y or N'),
	who: text(1, MAX_WHO),
	note: text(0, 2000).optional(),
});

const LETTERS: ReadonlyMap<string, 'Y' | 'N'> = new Map([
	['Y', 'Y'],
	['O', 'Y'],
	['N', 'N'],
	['X', 'N'],
]);

/** Reads rows of a labels file, without unlabelled ones. Throws {@link ConfigError} with the row. */
export function readLabels(rows: readonly unknown[], source: string): readonly Label[] {
	return rows.flatMap((row, index) => {
		const judged = typeof row === 'object' && row !== null && 'label' in row ? row.label : undefined;
		if (judged === '') return [];
		// People also write y and n, and O and X on a Korean form.
		const parsed = labelRowSchema.safeParse(
			typeof judged === 'string' ? { ...(row as object), label: LETTERS.get(judged.toUpperCase()) ?? judged } : row,
		);
		if (!parsed.success) {
			const [issue] = parsed.error.issues;
			const said = { source, row: index + 1, problem: issue?.message ?? '' };
			const field = issue?.path.join('.') ?? '';
			throw new ConfigError(
				field === 'who' ? message('corpus.labels-who', said) : message('corpus.labels-row', { ...said, field }),
			);
		}
		const { prompt_id, sample_hash, label, who, note } = parsed.data;
		return [
			{
				promptId: prompt_id,
				sampleHash: sample_hash,
				meaningful: label === 'Y',
				who,
				...(note === undefined || note === '' ? {} : { note }),
			},
		];
	});
}

export function labelToRow({ promptId, sampleHash, meaningful, who, note }: Label): z.output<typeof labelRowSchema> {
	return { prompt_id: promptId, sample_hash: sampleHash, label: meaningful ? 'Y' : 'N', who, note: note ?? '' };
}

/** Merges label files; a person's last judgement of a text counts. */
export function mergeLabels(...files: readonly (readonly Label[])[]): readonly Label[] {
	const merged = new Map<string, Label>();
	for (const label of files.flat()) merged.set(JSON.stringify([label.promptId, label.sampleHash, label.who]), label);
	return [...merged.values()];
}

/** Identifies a judged text: the user's words, the prefix and whether a call followed. 16 hex digits. */
export function labelHash(sample: SampleResult): Promise<string> {
	const hash = hashes.get(sample) ?? hashOf(sample);
	hashes.set(sample, hash);
	return hash;
}

/** Cache: after each label all samples are asked for theirs. */
const hashes = new WeakMap<SampleResult, Promise<string>>();

async function hashOf(sample: SampleResult): Promise<string> {
	const turn = readTurn(sample.transcript.generations);
	const input = typeof sample.sample.input === 'string' ? sample.sample.input : '';
	const judged = { input: input.normalize('NFC'), prefix: turn.prefix, called: turn.call !== undefined };
	return (await sha256(canonicalJson(judged))).slice(0, 16);
}

/** Labels matched to a run. */
interface ResolvedLabels {
	/** By {@link sampleKey}, for samples of suites with a {@link labelledDecision}. */
	readonly judgements: ReadonlyMap<string, PeoplesJudgement>;
	/** Labels whose text is not in the run. */
	readonly stale: readonly Label[];
	/** Labels of answers without a text before a call, or of unusable ones, such as cut ones; they are ignored. */
	readonly unjudgeable: readonly Label[];
}

/**
 * Matches labels to the samples of suites with a {@link labelledDecision}. A label holds for every sample with the same
 * text before a call and the same answer by the rule.
 */
export async function resolveLabels(run: EvaluatedRun, labels: readonly Label[]): Promise<ResolvedLabels> {
	const byText = Map.groupBy(mergeLabels(labels), (label) => `${label.promptId} ${label.sampleHash}`);
	const used = new Set<Label>();
	const unused = new Set<Label>();
	const decisions = new Map(run.header.suites.map((suite) => [suite.name, labelledDecision(suite)]));
	const same = new Map<string, { readonly keys: string[]; readonly labels: Set<Label> }>();
	for (const sample of run.samples) {
		const decision = decisions.get(sample.suite);
		if (decision === undefined) continue;
		const found = byText.get(`${sample.sampleId} ${await labelHash(sample)}`) ?? [];
		const text = judgedText(sample, decision.score);
		for (const label of found) (text === undefined ? unused : used).add(label);
		if (text === undefined) continue;
		const group = same.get(`${sample.suite} ${text}`) ?? { keys: [], labels: new Set() };
		group.keys.push(sampleKey(sample));
		for (const label of found) group.labels.add(label);
		same.set(`${sample.suite} ${text}`, group);
	}
	const judgements = Array.from(same.values()).flatMap(({ keys, labels: found }) => {
		if (found.size === 0) return [];
		const all = [...found];
		const yes = all.filter(({ meaningful }) => meaningful).length;
		const judgement = { labels: all, ...(yes * 2 !== all.length && { meaningful: yes * 2 > all.length }) };
		return keys.map((key) => [key, judgement] as const);
	});
	return {
		judgements: new Map(judgements),
		stale: labels.filter((label) => !used.has(label) && !unused.has(label)),
		unjudgeable: [...unused].filter((label) => !used.has(label)),
	};
}

/**
 * Identifies a text that people can judge, with the rule's answer: the same words may be an echo in one place only.
 * Undefined if nothing was called, nothing said before the call, or the answer is {@link unjudgeable}.
 */
export function judgedText(sample: SampleResult, score: string): string | undefined {
	const { call, prefix = '' } = turnOf(sample.transcript);
	if (call === undefined || !NOT_BLANK.test(prefix) || unjudgeable(sample, score) !== undefined) return undefined;
	return `${scoreNamed(sample, score)?.value} ${prefix.trim()}`;
}

/**
 * Why an answer cannot be labelled: cut, swallowed or contradictory text is not the model's answer. Undefined if it
 * can.
 */
export function unjudgeable(sample: SampleResult, score: string): UnscoredCause | undefined {
	const cause = scoreNamed(sample, score)?.unscored;
	return cause === undefined || RULES_OWN.has(cause) ? undefined : cause;
}

/** Only the rule has no value; the answer is there. */
const RULES_OWN: ReadonlySet<UnscoredCause> = new Set<UnscoredCause>([
	'scorer-failed',
	'score-missing',
	'not-applicable',
]);
