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
const BLIND = { rounds: [19, 20], date: '2026-11-26' };

/** The rule's error by language, on the blind rows that it calls worth keeping or not worth keeping for a soft reason. */
export function ruleErrors(): Readonly<Record<'ko' | 'en', RuleError>> {
	return { ko: ruleErrorOn('ko', 'prefixes.jsonl'), en: ruleErrorOn('en', 'prefixes.en.jsonl') };
}

function ruleErrorOn(language: string, file: string): RuleError {
	const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
		.trim()
		.split('\n');
	const judged = lines
		.map((line) => JSON.parse(line) as Row)
		.filter(({ round }) => BLIND.rounds.includes(round))
		.map(({ user, prefix, meaningful }) => ({ meaningful, meaning: textRules(language).classifyPrefix(prefix, user) }))
		.filter(({ meaning }) => meaning.meaningful || isSoft(meaning.reason));
	const count = (worth: boolean, flagged: boolean): number =>
		judged.filter(({ meaningful, meaning }) => meaningful === worth && meaning.meaningful === flagged).length;
	return {
		tp: count(true, true),
		fn: count(true, false),
		tn: count(false, false),
		fp: count(false, true),
		set: `lab/judgement, rounds ${BLIND.rounds.join(' and ')}`,
		rows: judged.length,
		date: BLIND.date,
	};
}
