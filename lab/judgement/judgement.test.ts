import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FrameLevel } from '../../src/frame/candidates.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import { claimOfDeclined } from '../../src/text/declined.ts';
import { classifyEnglishPrefix } from '../../src/text/prefix/english.ts';
import { classifyPrefix } from '../../src/text/prefix/korean.ts';
import { ruleErrorIn } from '../../src/text/prefix/rule-error.ts';
import { ruleErrors } from './rule-error.ts';

interface Row {
	readonly half: string;
	readonly user: string;
	readonly prefix: string;
	readonly meaningful: boolean;
	readonly level: FrameLevel;
	readonly framed_text: string;
	readonly verdict: string;
	readonly declined: string;
	readonly answer: string;
	readonly claims: boolean;
}

function open(file: string): readonly Row[] {
	const text = readFileSync(new URL(file, import.meta.url), 'utf8');
	return text
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Row)
		.filter(({ half }) => half === 'open');
}

describe('the rules of judgement, on the open half of their corpora', () => {
	it.each([
		['Korean', 'prefixes.jsonl', classifyPrefix],
		['English', 'prefixes.en.jsonl', classifyEnglishPrefix],
	] as const)('judge 95 of 100 %s prefixes as they are labelled', (_, file, classify) => {
		const rows = open(file);
		const right = rows.filter(({ prefix, user, meaningful }) => classify(prefix, user).meaningful === meaningful);
		expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
	});

	it('judge 95 of 100 frames as they are labelled', () => {
		const rows = open('frames.jsonl');
		const right = rows.filter(
			({ level, framed_text, verdict }) => validateFrameLevel({ level, framedText: framed_text }).status === verdict,
		);
		expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
	});

	it('find 95 of 100 claims that a declined call was carried out, and no others', () => {
		const rows = open('declines.jsonl');
		const right = rows.filter(
			({ answer, declined, claims }) => (claimOfDeclined(answer, declined) !== undefined) === claims,
		);
		expect(right.length / rows.length).toBeGreaterThanOrEqual(0.95);
	});

	it('err as src/text/prefix/rule-error.json says (npm run judgement -- --rule-error)', () => {
		expect({ ko: ruleErrorIn('ko-KR'), en: ruleErrorIn('en') }).toEqual(ruleErrors());
		expect(ruleErrorIn('ja')).toBeUndefined();
	});
});
