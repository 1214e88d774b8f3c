import { readFileSync } from 'node:fs';
import { textRules } from '../../src/text/prefix/language.ts';
import { isSoft } from '../../src/text/prefix/neutral.ts';
import type { RuleError } from '../../src/text/prefix/rule-error.ts';

interface Row {
	readonly user: string;
	readonly prefix: string;
	readonly meaningful: boolean;
	readonly round: number;
}

/** The rounds whose authors neither wrote nor read a rule, and whose rows no author of rules has read. */
const BLIND: readonly number[] = [19, 20, 21, 22];

/** Round 21 was judged elsewhere, once, and only its totals are known. */
const TOTALS = { ko: { tp: 69, fn: 1, tn: 39, fp: 7 }, en: { tp: 40, fn: 4, tn: 29, fp: 3 } };

const DATE = '2026-11-28';

/** The rule's error by language, on the blind rows that it calls worth keeping or not worth keeping for a soft reason. */
export function ruleErrors(): Readonly<Record<'ko' | 'en', RuleError>> {
	return { ko: ruleErrorOn('ko', 'prefixes.jsonl'), en: ruleErrorOn('en', 'prefixes.en.jsonl') };
}

function ruleErrorOn(language: 'ko' | 'en', file: string): RuleError {
	const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
		.trim()
		.split('\n');
	const rows = lines.map((line) => JSON.parse(line) as Row).filter(({ round }) => BLIND.includes(round));
	const judged = rows
		.map(({ user, prefix, meaningful }) => ({ meaningful, meaning: textRules(language).classifyPrefix(prefix, user) }))
		.filter(({ meaning }) => meaning.meaningful || isSoft(meaning.reason));
	const count = (worth: boolean, flagged: boolean): number =>
		judged.filter(({ meaningful, meaning }) => meaningful === worth && meaning.meaningful === flagged).length;
	const { tp, fn, tn, fp } = TOTALS[language];
	const rounds = [...new Set([21, ...rows.map(({ round }) => round)])].sort();
	return {
		tp: tp + count(true, true),
		fn: fn + count(true, false),
		tn: tn + count(false, false),
		fp: fp + count(false, true),
		set: `lab/judgement, rounds ${rounds[0]} to ${rounds.at(-1)}`,
		rows: tp + fn + tn + fp + judged.length,
		date: DATE,
	};
}
