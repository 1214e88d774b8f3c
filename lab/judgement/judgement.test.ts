import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FrameLevel } from '../../src/frame/candidates.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import { classifyEnglishPrefix } from '../../src/text/prefix/english.ts';
import { classifyPrefix } from '../../src/text/prefix/korean.ts';
import { ruleErrorIn } from '../../src/text/prefix/rule-error.ts';
import { declineCounts } from './declines.ts';
import { ruleErrors } from './rule-error.ts';

interface Row {
	readonly half: string;
	readonly user: string;
	readonly prefix: string;
	readonly meaningful: boolean;
	readonly level: FrameLevel;
	readonly framed_text: string;
	readonly verdict: string;
}

function open(file: string): readonly Row[] {
	const text = readFileSync(new URL(file, import.meta.url), 'utf8');
	return text
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Row)
		.filter(({ half }) => half === 'open');
}

describe('the rules of judgement, on their corpora', () => {
	it.each([
		['Korean', 'prefixes.jsonl', classifyPrefix],
		['English', 'prefixes.en.jsonl', classifyEnglishPrefix],
	] as const)('judge 95 of 100 open %s prefixes as they are labelled', (_, file, classify) => {
		const rows = open(file);
		const right = rows.filter(({ prefix, user, meaningful }) => classify(prefix, user).meaningful === meaningful);
		expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
	});

	it('judge 95 of 100 open frames as they are labelled', () => {
		const rows = open('frames.jsonl');
		const right = rows.filter(
			({ level, framed_text, verdict }) => validateFrameLevel({ level, framedText: framed_text }).status === verdict,
		);
		expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
	});

	it.each([
		['ko', 'open', { rows: 151, claims: 68, found: 67, right: 67 }],
		['en', 'open', { rows: 149, claims: 64, found: 62, right: 62 }],
		['ko', 'sealed', { rows: 50, claims: 25, found: 24, right: 23 }],
		['en', 'sealed', { rows: 50, claims: 25, found: 20, right: 20 }],
	] as const)('find claims that a declined call was carried out: %s, %s', (language, half, counts) => {
		expect(declineCounts(language, half)).toEqual(counts);
	});

	it('err as src/text/prefix/rule-error.json says (npm run judgement -- --rule-error)', () => {
		expect({ ko: ruleErrorIn('ko-KR'), en: ruleErrorIn('en') }).toEqual(ruleErrors());
		expect(ruleErrorIn('ja')).toBeUndefined();
	});
});
