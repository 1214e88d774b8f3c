import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../base/message.ts';
import { labelHash, resolveLabels } from '../../eval/scoring/labels.ts';
import { prefixForbidden } from '../../lint/forbidden-prose.ts';
import { findingMessage } from '../../lint/subject.ts';
import type { Log } from '../../log/record.ts';
import { prefixRunFixture, type TurnFixture, turns } from '../../testing/prefix-run-fixture.ts';
import { saying } from '../../testing/saying.ts';
import ruleErrors from '../../text/prefix/rule-error.json' with { type: 'json' };
import { summarizeRun } from '../summarize.ts';
import { type DecisionSummary, summarizeDecisions } from './decisions.ts';

const measured = { ...ruleErrors.ko };
/** A rule that errs often, so that every row of the table comes up. */
beforeAll(() => void Object.assign(ruleErrors.ko, { tp: 38, fn: 1, tn: 32, fp: 9, set: 'a test', rows: 80 }));
afterAll(() => void Object.assign(ruleErrors.ko, measured));

const FILLER = { reason: 'filler' };
const SILENT = { text: '', reason: 'empty' };
const THOUGHT = { reason: 'leaked-thinking' };
const UNCALLED = { called: false };

function decided(log: Log, labels?: Parameters<typeof summarizeDecisions>[1]): DecisionSummary {
	const [summary] = summarizeDecisions(log, labels);
	if (summary === undefined) throw new Error('the fixture decides');
	return summary;
}

const codes = ({ said }: DecisionSummary): readonly string[] => said.map(({ code }) => code);

/** Labels of the first prompts, in order. */
async function labelled(log: Log, words: readonly boolean[]): Promise<DecisionSummary> {
	const labels = await Promise.all(
		words.map(async (meaningful, place) => {
			const sample = log.samples[place];
			if (sample === undefined) throw new Error('more labels than samples');
			return { promptId: sample.sampleId, sampleHash: await labelHash(sample), meaningful, who: '지민' };
		}),
	);
	return decided(log, (await resolveLabels(log, labels)).judgements);
}

describe('a decision on the text before a call', () => {
	it('is undecided if no turn called', () => {
		const summary = decided(prefixRunFixture(turns(15, UNCALLED)));
		expect(summary.standing.verdict).toMatchObject({ status: 'undecided', cause: 'no-call' });
		expect(summary.standing.beforeCall).toMatchObject({ called: 0, kinds: { 'no-call': 15 } });
		expect(summary.remedies).toMatchObject([{ prompts: 15, cause: { code: 'score.never-called' } }]);
	});

	it('counts the calls beside the path', () => {
		const summary = decided(prefixRunFixture([...turns(3), ...turns(12, UNCALLED)]));
		expect(summary.standing.verdict).toMatchObject({ path: 'B', hits: 3, certainty: 'narrow' });
		expect(summary.standing.beforeCall).toEqual({
			called: 3,
			kinds: { worth: 3, 'not-worth': 0, wordless: 0, 'no-call': 12, unscored: 0 },
			notWorth: [],
		});
		expect(summary.said[1]).toEqual({ code: 'score.called', params: { called: 3, n: 15, hits: 3 } });
	});

	it('names the sentence of a prompt that forbids what it counts', () => {
		const log = prefixRunFixture(turns(15, SILENT));
		const lint = prefixForbidden('When you call a tool, output only the function call.');
		const header = { ...log.header, lint, warnings: [...lint.map(findingMessage), 'another'] };
		const summary = decided({ ...log, header });
		expect(summary.forbiddenBy).toBe('When you call a tool, output only the function call.');
		expect(codes(summary)).toContain('score.prefix-forbidden');
		expect(codes(decided(log))).not.toContain('score.prefix-forbidden');
		const warnings = summarizeRun({ ...log, header }).notices.filter(({ kind }) => kind === 'warning');
		expect(warnings.map(({ said }) => said)).toEqual(['another']);
	});

	it('counts what the first path would push, by reason', () => {
		const { standing } = decided(prefixRunFixture([...turns(5), ...turns(8, THOUGHT), ...turns(2, FILLER)]));
		expect(standing.beforeCall).toMatchObject({
			kinds: { worth: 5, 'not-worth': 10 },
			notWorth: [
				{ reason: 'leaked-thinking', count: 8 },
				{ reason: 'filler', count: 2 },
			],
		});
	});

	it('knows whether bare announcements would turn the path', () => {
		const bareOf = (hits: number, bare: number): unknown =>
			decided(
				prefixRunFixture([
					...turns(hits),
					...turns(bare, { text: '네, 확인해 드릴게요.', reason: 'bare-announcement' }),
					...turns(15 - hits - bare, SILENT),
				]),
			).standing.beforeCall?.bare;
		expect(bareOf(4, 3)).toEqual({ prompts: 3, turns: true });
		expect(bareOf(1, 3)).toEqual({ prompts: 3, turns: false });
		expect(bareOf(7, 3)).toEqual({ prompts: 3, turns: false });
		expect(bareOf(7, 0)).toBeUndefined();
	});

	it('names the kind of each prompt', () => {
		const five = prefixRunFixture([{}, FILLER, SILENT, UNCALLED, { unscored: 'cut-length' }]);
		expect(decided(five).standing.prompts.map(({ kind }) => kind)).toEqual([
			'worth',
			'not-worth',
			'wordless',
			'no-call',
			'unscored',
		]);
	});
});

describe("the rule's own error", () => {
	it.each<[flags: number, certainty: string, these: number]>([
		[3, 'settled', 0.04],
		[5, 'borderline', 0.145],
		[8, 'borderline', 0.7],
		[12, 'settled', 0.98],
	])('makes %i flags of 15 texts %s', (flags, certainty, these) => {
		const { standing } = decided(prefixRunFixture([...turns(flags), ...turns(15 - flags, FILLER)]));
		expect(standing.figure?.these.low).toBeCloseTo(these, 1);
		expect(standing.verdict).toMatchObject({ status: 'complete', certainty });
	});

	it('leaves no path where labels speak against the count, and asks for more', async () => {
		const summary = await labelled(prefixRunFixture(turns(15)), [false, false, false, false]);
		expect(summary.standing.verdict).toMatchObject({ cause: 'rule-error', hits: 11 });
		expect(summary.said[0]).toMatchObject({ code: 'score.against-first', params: { open: 11 } });
	});

	it('leaves the path to five flags beside ten turns without a call', () => {
		const { verdict } = decided(prefixRunFixture([...turns(5), ...turns(10, UNCALLED)])).standing;
		expect(verdict).toMatchObject({ path: 'A', certainty: 'borderline' });
	});

	it('judges a text once before however many calls it stands', () => {
		const one = { text: '수면 습관을 찾아볼게요.' };
		const { figure } = decided(prefixRunFixture([...turns(5, one), ...turns(10, FILLER)])).standing;
		expect(figure).toMatchObject({ texts: 11, open: { flagged: 1, unflagged: 10 }, onePhrase: 5 });
	});

	it('is named beside other prompts, but sampling never at temperature 0', () => {
		const summary = decided(prefixRunFixture([...turns(6), ...turns(9, FILLER)]));
		expect(summary.standing.verdict).toMatchObject({
			doubts: [{ cause: 'rule-error' }, { cause: 'other-prompts' }],
		});
		expect(codes(summary)).toEqual(['score.path-rule', 'score.called', 'score.doubt-rule', 'score.label-counted']);
		expect(summary.said[3]?.params).toMatchObject({ n: 6 });
		const hot = decided(prefixRunFixture([...turns(6), ...turns(9, FILLER)], { settings: { temperature: 1 } }));
		expect(codes(hot).at(-1)).toBe('score.doubt-sampling');
	});

	it('gives the range of worthwhile prompts where it is settled', () => {
		const summary = decided(prefixRunFixture([...turns(12), ...turns(3, FILLER)]));
		expect(summary.said[0]).toMatchObject({
			code: 'score.path-rule',
			params: { path: 'A', hits: 12, low: 5, high: 15 },
		});
		expect(codes(summary)).toEqual(['score.path-rule', 'score.called', 'score.alike']);
	});

	it('is unknown in other languages, for an unknown app, and for kept bare announcements', () => {
		const figureOf = (planned: Parameters<typeof prefixRunFixture>[1]): unknown => {
			const summary = decided(prefixRunFixture([...turns(6), ...turns(9, FILLER)], planned));
			expect(codes(summary)).toContain('score.error-unknown');
			return summary.standing.figure;
		};
		expect(figureOf({ language: 'de' })).toBeUndefined();
		expect(figureOf({ language: null })).toBeUndefined();
		expect(figureOf({ suite: { settings: { bareAnnouncements: 'keep' } } })).toBeUndefined();
	});

	it('is a range while prompts are unscored', () => {
		const cut = { unscored: 'cut-length' } as const;
		const summary = decided(prefixRunFixture([...turns(4), ...turns(9, FILLER), ...turns(2, cut)]));
		expect(summary.standing.verdict).toMatchObject({ status: 'undecided', cause: 'unscored' });
		expect(codes(summary)).toEqual(['score.no-path', 'score.called', 'score.between']);
		const certain = decided(prefixRunFixture([...turns(8), ...turns(5, FILLER), ...turns(2, cut)]));
		expect(certain.standing.verdict).toMatchObject({ status: 'truncated', certainty: 'borderline' });
		expect(codes(certain)).toContain('score.doubt-rule-range');
	});

	it('names prompts whose repeats disagree', () => {
		const log = prefixRunFixture([{}, {}, FILLER, ...turns(27, FILLER), ...turns(15)], {
			settings: { epochs: 3, temperature: 1 },
		});
		const summary = decided(log);
		expect(summary.standing.verdict).toMatchObject({ hits: 6 });
		expect(summary.said.find(({ code }) => code === 'score.epochs-disagree')?.params).toEqual({
			n: 1,
			prompts: ['p01'],
		});
		expect(codes(summary)).not.toContain('score.doubt-sampling');
	});
});

describe("people's labels", () => {
	const six = prefixRunFixture([...turns(6), ...turns(9, FILLER)]);

	it('settle the path, one by one', async () => {
		const noes = await labelled(six, [false, false]);
		expect(noes.standing.verdict).toMatchObject({ path: 'B', certainty: 'settled' });
		expect(noes.people).toMatchObject({ labelled: 2, of: 15 });
		const all = await labelled(six, [...Array(6).fill(true), ...Array(9).fill(false)]);
		expect(all.standing.figure?.these).toEqual({ low: 1, high: 1 });
		expect(codes(all)).toContain('score.people-all');
	});

	const praise = (count: number): TurnFixture[] =>
		Array.from('수운마하물책밥산달별꽃강비눈길'.slice(0, count), (thing) => ({
			text: `${thing}에 관심을 가지시니 정말 좋아요!`,
		}));

	it('are asked for, two of one phrase, whatever its probability', async () => {
		const log = prefixRunFixture(praise(15));
		const summary = decided(log);
		expect(summary.standing.verdict).toMatchObject({ certainty: 'borderline', path: 'A' });
		expect(summary.standing.figure).toMatchObject({ onePhrase: 15, plan: { next: 'flagged', expected: 2 } });
		expect(codes(summary)).toContain('score.doubt-phrase');
		expect((await labelled(log, [true])).standing.verdict).toMatchObject({ certainty: 'borderline' });
		expect((await labelled(log, [true, true])).standing.verdict).toMatchObject({ certainty: 'settled', hits: 15 });
		const noes = await labelled(log, [false, false]);
		expect(noes.standing.verdict).toMatchObject({ path: 'B', certainty: 'settled', hits: 0 });
		expect(noes.people).toMatchObject({ labelled: 2, of: 15 });
	});

	it('that disagree on a phrase make its texts judgements of their own', async () => {
		const { standing } = await labelled(prefixRunFixture(praise(15)), [true, false]);
		expect(standing.figure).toMatchObject({ open: { flagged: 13 }, onePhrase: undefined });
	});

	it('hold for a text wherever it stands', async () => {
		const one = { text: '수면 습관을 찾아볼게요.' };
		const log = prefixRunFixture([...turns(6, one), ...turns(9, FILLER)]);
		expect((await labelled(log, [false])).standing.verdict).toMatchObject({ path: 'B', hits: 0 });
	});

	it.each([
		['a blank text', SILENT],
		['a turn without a call', UNCALLED],
	])('do not count on %s', async (_, turn) => {
		const log = prefixRunFixture(turns(15, turn));
		const summary = await labelled(log, Array(15).fill(true));
		expect(summary.people).toBeUndefined();
		expect(summary.standing.verdict.hits).toBe(0);
	});
});

it('says every row in English', () => {
	const log = prefixRunFixture([...turns(6), ...turns(9, FILLER)]);
	expect(decided(log).said.map(english).join(' ')).toEqual(
		saying('score.path-rule', { path: 'A', hits: 6, n: 15, threshold: 5 }),
	);
});
