import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	type Agreement,
	classifyPrefix,
	cohensKappa,
	type FrameLevel,
	type HabitType,
	validateFrameLevel,
} from '../../src/index.ts';
import { wilson } from '../../src/stats/wilson.ts';

/** `kept` is for measuring only: nobody may look at its rows. */
type Half = 'open' | 'kept';

interface JudgedPrefix {
	readonly id: string;
	readonly user: string;
	readonly prefix: string;
	readonly meaningful: boolean;
	/** Why not meaningful. */
	readonly reason?: string;
	readonly half: Half;
	/** 1 was written before the rules, later ones after them. */
	readonly round: number;
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
}

/** One sentence as it was labelled and as the rule judges it; the answer is 'meaningful' or 'ok', or why not. */
interface Judged {
	readonly half: Half;
	readonly round: number;
	readonly text: string;
	readonly label: string;
	readonly rule: string;
	/** Label and rule on the question that decides: meaningful? an error? */
	readonly pair: readonly [label: boolean, rule: boolean];
	/** Whether the verdict is the label's, reasons aside. */
	readonly agreed: boolean;
}

/**
 * Prints how often the rules judge as the labels do, as the tables of docs/metrics.md. `--wrong` lists the sentences of the
 * open half that they judge otherwise.
 */
function measure(): void {
	const corpora = [
		['prefixes', read<JudgedPrefix>('prefixes.jsonl').map(judgePrefix)],
		['frames', read<JudgedFrame>('frames.jsonl').map(judgeFrame)],
	] as const;
	print(['corpus', 'half', 'n', 'accuracy', '95 % interval (Wilson)', "Cohen's kappa", 'same reason too']);
	print(Array.from({ length: 7 }, () => '---'));
	for (const [name, judged] of corpora) {
		const kept = judged.filter(({ half }) => half === 'kept');
		print([name, 'open', ...total(judged.filter(({ half }) => half === 'open'))]);
		print([name, 'kept, written before the rules', ...total(kept.filter(({ round }) => round === 1))]);
		print([name, 'kept, written after the rules', ...total(kept.filter(({ round }) => round > 1))]);
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
	for (const { half, text, label, rule } of corpora.flatMap(([, judged]) => judged)) {
		if (half === 'open' && label !== rule) process.stdout.write(`${label}, judged ${rule}: ${JSON.stringify(text)}\n`);
	}
}

function read<Row>(file: string): readonly Row[] {
	const text = readFileSync(join(import.meta.dirname, file), 'utf8');
	return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
}

function judgePrefix({ half, round, user, prefix, meaningful, reason }: JudgedPrefix): Judged {
	const found = classifyPrefix(prefix, user);
	return {
		half,
		round,
		text: `${user} > ${prefix}`,
		label: reason ?? 'meaningful',
		rule: found.meaningful ? 'meaningful' : found.reason,
		pair: [meaningful, found.meaningful],
		agreed: meaningful === found.meaningful,
	};
}

function judgeFrame({ half, round, level, framed_text, verdict, reason }: JudgedFrame): Judged {
	const found = validateFrameLevel({ level, framedText: framed_text });
	return {
		half,
		round,
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
	const same = judged.filter(({ label, rule }) => label === rule).length;
	return [
		`${judged.length}`,
		decimals(agreed / judged.length),
		interval === undefined ? '' : `${decimals(interval.low)} to ${decimals(interval.high)}`,
		kappa === undefined ? '' : decimals(kappa),
		`${same} of ${judged.length}`,
	];
}

function share(judged: readonly Judged[]): string {
	return `${judged.filter((one) => one.agreed).length} of ${judged.length}`;
}

function decimals(value: number): string {
	return value.toFixed(3);
}

function print(cells: readonly string[]): void {
	process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

measure();
