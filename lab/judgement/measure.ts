import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLevel, HabitType } from '../../src/frame/candidates.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import { wilson } from '../../src/stats/intervals.ts';
import { type Agreement, cohensKappa } from '../../src/stats/paired.ts';
import { textRules } from '../../src/text/prefix/language.ts';
import { ruleErrors } from './rule-error.ts';

/** `kept` is for measuring only: its rows must not be read. */
type Half = 'open' | 'kept';

interface JudgedPrefix {
	readonly id: string;
	readonly user: string;
	readonly prefix: string;
	readonly meaningful: boolean;
	/** Why not meaningful. */
	readonly reason?: string;
	readonly half: Half;
	readonly round: number;
	/** Who wrote and labelled it: the first author where absent. */
	readonly author?: number;
	/** The language whose rules judge it: Korean where absent. */
	readonly language?: string;
}

interface JudgedFrame {
	readonly id: string;
	readonly level: FrameLevel;
	readonly framed_text: string;
	readonly habit_type: HabitType;
	readonly verdict: 'ok' | 'warn' | 'error';
	/** Why not ok. */
	readonly reason?: string;
	readonly half: Half;
	readonly round: number;
	readonly author?: number;
}

/** One sentence as it was labelled and as the rule judges it; the answer is 'meaningful' or 'ok', or why not. */
interface Judged {
	readonly half: Half;
	readonly round: number;
	readonly author: number;
	readonly text: string;
	readonly label: string;
	readonly rule: string;
	/** Label and rule on the question that decides: meaningful? an error? */
	readonly pair: readonly [label: boolean, rule: boolean];
	/** Whether the verdict is the label's, reasons aside. */
	readonly agreed: boolean;
}

/**
 * Prints how often the rules judge as the labels do; docs/metrics.md has the rows of rounds 19 and 20. `--wrong` lists the sentences of the
 * open half that they judge otherwise; `--rule-error` writes the rules' error on blind rows for the verdict.
 */
function measure(): void {
	const corpora = [
		['prefixes', read<JudgedPrefix>('prefixes.jsonl').map(judgePrefix)],
		['prefixes, English', read<JudgedPrefix>('prefixes.en.jsonl').map(judgePrefix)],
		['frames', read<JudgedFrame>('frames.jsonl').map(judgeFrame)],
	] as const;
	print(['corpus', 'author', 'half', 'n', 'accuracy', '95 % interval (Wilson)', "Cohen's kappa", 'same reason too']);
	print(Array.from({ length: 8 }, () => '---'));
	for (const [name, judged] of corpora) {
		for (const group of partsOf(judged)) {
			const [{ author, half, round }] = group;
			print([name, `${author}`, half === 'open' ? half : `${half}, round ${round}`, ...total(group)]);
		}
	}
	for (const [name, judged] of corpora) {
		process.stdout.write('\n');
		print([`label (${name})`, 'open: same verdict', 'kept: same verdict']);
		print(['---', '---', '---']);
		for (const label of new Set(judged.map((one) => one.label))) {
			const of = judged.filter((one) => one.label === label);
			print([label, ...(['open', 'kept'] as const).map((half) => share(of.filter((one) => one.half === half)))]);
		}
	}
	if (!process.argv.includes('--wrong')) return;
	for (const { half, author, text, label, rule } of corpora.flatMap(([, judged]) => judged)) {
		if (half === 'open' && label !== rule && !(label === 'filler' && rule === BARE)) {
			process.stdout.write(`author ${author}: ${label}, judged ${rule}: ${JSON.stringify(text)}\n`);
		}
	}
}

/** By author and half; the kept half by its rounds, for when a row was written shows how far the rules could know it. */
function partsOf(judged: readonly Judged[]): readonly (readonly [Judged, ...Judged[]])[] {
	const inOrder = judged.toSorted(
		(a, b) => a.author - b.author || b.half.localeCompare(a.half) || (a.half === 'kept' ? a.round - b.round : 0),
	);
	const groups = Map.groupBy(inOrder, ({ author, half, round }) => `${author} ${half} ${half === 'kept' ? round : ''}`);
	return [...groups.values()].flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest] as const]));
}

function read<Row>(file: string): readonly Row[] {
	const text = readFileSync(join(import.meta.dirname, file), 'utf8');
	return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
}

function judgePrefix({
	half,
	round,
	user,
	prefix,
	meaningful,
	reason,
	author = 1,
	language = 'ko',
}: JudgedPrefix): Judged {
	const found = textRules(language).classifyPrefix(prefix, user);
	return {
		half,
		round,
		author,
		text: `${user} > ${prefix}`,
		label: reason ?? 'meaningful',
		rule: found.meaningful ? 'meaningful' : found.reason,
		pair: [meaningful, found.meaningful],
		agreed: meaningful === found.meaningful,
	};
}

function judgeFrame({ half, round, author = 1, level, framed_text, verdict, reason }: JudgedFrame): Judged {
	const found = validateFrameLevel({ level, framedText: framed_text });
	return {
		half,
		round,
		author,
		text: `${level} ${framed_text}`,
		label: reason ?? 'ok',
		rule: found.status === 'ok' ? 'ok' : (found.reasons[0]?.reason ?? ''),
		pair: [verdict === 'error', found.status === 'error'],
		agreed: verdict === found.status,
	};
}

function total(judged: readonly Judged[]): readonly string[] {
	const agreed = judged.filter((one) => one.agreed).length;
	const { kappa }: Agreement = cohensKappa(judged.map(({ pair }) => pair));
	const interval = wilson(agreed, judged.length);
	const same = judged.filter(({ label, rule }) => label === rule || (label === 'filler' && rule === BARE)).length;
	return [
		`${judged.length}`,
		decimals(agreed / judged.length),
		interval === undefined ? '' : `${decimals(interval.low)} to ${decimals(interval.high)}`,
		kappa === undefined ? '' : decimals(kappa),
		`${same} of ${judged.length}`,
	];
}

/** Rounds to 19 were labelled before it was a reason of its own; their filler includes it. */
const BARE = 'bare-announcement';

function share(judged: readonly Judged[]): string {
	return `${judged.filter((one) => one.agreed).length} of ${judged.length}`;
}

function decimals(value: number): string {
	return value.toFixed(3);
}

function print(cells: readonly string[]): void {
	process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** Where the verdict reads it. */
const RULE_ERROR = new URL('../../src/text/prefix/rule-error.json', import.meta.url);

if (process.argv.includes('--rule-error')) writeFileSync(RULE_ERROR, `${JSON.stringify(ruleErrors(), null, '\t')}\n`);
else measure();
