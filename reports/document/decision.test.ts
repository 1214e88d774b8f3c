import { describe, expect, it } from 'vitest';
import { prefixDecision } from '../../app/habit-coach/index.ts';
import type { DecisionPath } from '../../src/eval/decision.ts';
import { sampleKey } from '../../src/eval/sample.ts';
import type { Score } from '../../src/eval/score.ts';
import type { Log } from '../../src/log/record.ts';
import { saying } from '../../src/testing/saying.ts';
import type { Lang } from '../../src/text/text.ts';
import { withoutSamples } from '../fixture/fixture-cut.ts';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { type FixtureOptions, fixtureLog, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { unitsScores } from '../fixture/fixture-units.ts';
import { localeOf } from '../messages/catalogue.ts';
import { renderDecision } from '../render-run.ts';
import { reportedRun } from '../reported-run.ts';
import { decisionRecord, filledTemplate } from './record.ts';

const en = localeOf('en');

/** The fixture with the habit coach's own records. */
function coachLog(options: FixtureOptions = {}): Log {
	const log = fixtureLog(options);
	const records = prefixDecision().paths ?? {};
	const withRecord = (path: DecisionPath): DecisionPath => ({ ...path, record: records[path.name]?.record });
	const suites = log.header.suites.map(({ decision, ...suite }) =>
		decision === undefined
			? suite
			: {
					...suite,
					decision: { ...decision, paths: [withRecord(decision.paths[0]), withRecord(decision.paths[1])] as const },
				},
	);
	return { ...log, header: { ...log.header, suites } };
}

describe('renderDecision', () => {
	it('numbers prompts by the plan, those without samples too', () => {
		const log = withoutSamples(fixtureLog({ frames: false }), (id) => /-03$/u.test(id));
		const rows = renderDecision(reportedRun(log)).match(/^\| \d+ \|.*$/gmu) ?? [];
		const whole = renderDecision(reportedRun(fixtureLog({ frames: false }))).match(/^\| \d+ \|.*$/gmu) ?? [];
		expect(rows).toHaveLength(15);
		expect(rows[2]).toContain(en.causes.missing);
		expect(rows.toSpliced(2, 1)).toEqual(whole.toSpliced(2, 1));
	});

	it('writes the record of the taken path only', () => {
		const kept = renderDecision(reportedRun(coachLog()));
		expect(kept).toContain('## Path A: push\n\n- In 7 of 15 prompts');
		expect(kept).not.toContain('ADR-0006 초안');
		const dropped = renderDecision(reportedRun(coachLog({ silenced: [1, 4, 6] })));
		expect(dropped).toEqual(saying('score.path-rule', { hits: 4, n: 15, threshold: 5 }));
		expect(dropped).toContain('# ADR-0006: prefix(도구 호출 전 발화)를 의도적으로 폐기한다');
		expect(dropped).not.toContain('Path A: push');
	});

	it('quotes the answer after the calls unless the view is prefix', () => {
		const log = coachLog();
		expect(renderDecision(reportedRun(log))).not.toContain('| answer |');
		const suites = log.header.suites.map(({ view, ...suite }) => suite);
		const messages = [{ role: 'model', text: '오늘로 | 사흘째예요.' }] as const;
		const samples = log.samples.map((sample, index) =>
			index === 0 ? { ...sample, transcript: { ...sample.transcript, messages } } : sample,
		);
		const text = renderDecision(reportedRun({ ...log, header: { ...log.header, suites }, samples }), 'ko');
		expect(text).toMatch(/^\| # \|.*\| 마지막 응답 \|$/mu);
		expect(text).toMatch(/^\| 1 \|.*\| 오늘로 \\\| 사흘째예요\. \|$/mu);
	});

	it("follows people's path; no consequence while their labels leave it open", () => {
		const log = coachLog();
		const record = (judged: Log['samples']): string => {
			const judgements = new Map(judged.map((sample) => [sampleKey(sample), { meaningful: false, labels: [] }]));
			return renderDecision(reportedRun(log, { labels: judgements }));
		};
		expect(renderDecision(reportedRun(log))).toContain('## Path A: push');
		const all = record(log.samples);
		expect(all).toContain('**✓ Path B: 0 of 15 texts before a call');
		expect(all).toMatch(/^# .*0006/mu);
		expect(all).toContain('사람의 라벨: 의미 없음 7');
		const some = record(log.samples.filter(({ scores }) => scores.meaningful?.value === true).slice(0, 3));
		expect(some).toContain('No path: people labelled 3 of 9 texts.');
		for (const text of [all, some]) expect(text).not.toContain('## Path A');
		expect(record([])).toBe(renderDecision(reportedRun(log)));
	});

	it("quotes an epoch with the prompt's outcome", () => {
		const log = coachLog({ epochs: 3 });
		const missed = log.samples.map((sample) =>
			sample.epoch === 0 && sample.suite === 'prefix'
				? { ...sample, scores: { ...sample.scores, meaningful: { value: false, reason: 'echo' } } }
				: sample,
		);
		const rows =
			renderDecision(reportedRun({ ...log, samples: missed })).match(/^\| \d+ \|.*\| Y \| 2\/3 \|.*$/gmu) ?? [];
		expect(rows.length).toBeGreaterThan(0);
		for (const row of rows) expect(row).toMatch(/\| Y \| 2\/3 \| [^|]+ \| {2}\|/u);
	});

	it('escapes a hostile header; its command cannot close its fence', () => {
		const { header, ...rest } = coachLog({ silenced: [1, 4, 6] });
		const hostile = '<img src=x>\u001b[31m\n```\n# heading';
		const model = { ...header.model, templateSha256: hostile, quantization: hostile };
		const all = { startedAt: hostile, gemmark: hostile, command: hostile, model };
		const text = renderDecision(reportedRun({ ...rest, header: { ...header, ...all } }));
		expect(text).not.toContain('\u001b');
		expect(text).not.toMatch(/^# heading/mu);
		expect(text.match(/^```$/gmu)).toHaveLength(2);
		expect(text.replace(/^```$[\s\S]*?^```$/gmu, '')).not.toContain('<img');
	});

	it('turns no words of a model into markup, links or rows', () => {
		const text = renderDecision(reportedRun(hostileLog())).replace(/^```$[\s\S]*?^```$/gmu, '');
		expect(text).not.toMatch(/<(?:script|img|svg|a|b)/iu);
		expect(text).not.toMatch(/(?<!\\)\]\(javascript:/u);
		expect(text).not.toContain('http://');
		const table = text.split('\n').filter((line) => line.startsWith('| '));
		const columns = table.map((line) => line.match(/(?<!\\)\|/gu)?.length);
		expect(new Set(columns).size).toBe(1);
	});
});

function record(log: Log, template: string, lang: Lang = 'en'): string {
	const run = reportedRun(log);
	const [summary] = run.summary.decisions;
	const verdict = summary?.standing.verdict;
	if (verdict?.path === undefined || summary === undefined) throw new Error('the log decides nothing');
	const [path] = summary.decision.paths;
	return decisionRecord(run, summary, { path: { ...path, record: template }, verdict, lang });
}

const adr = prefixDecision().paths?.B?.record ?? '';

describe('decisionRecord', () => {
	it('fills every documented placeholder', () => {
		const names = [
			...['hits', 'n', 'threshold', 'path', 'title', 'model', 'quantization', 'template', 'engine', 'date', 'rate'],
			...['intervals', 'probability', 'reasons', 'unscored', 'notice', 'command', 'table'],
		];
		for (const name of names.flatMap((one) => [one, `${one}.ko`])) {
			expect(record(fixtureLog(), `{{${name}}}`)).not.toContain('{{');
		}
	});

	it("keeps conditions of the report's language", () => {
		expect(record(fixtureLog(), '{{#en}}push{{/en}}{{#ko}}남기기{{/ko}}')).toBe('push');
		expect(record(fixtureLog(), '{{#en}}push{{/en}}{{#ko}}남기기{{/ko}}', 'ko')).toBe('남기기');
	});

	it('gives reasons in both languages', () => {
		expect(record(fixtureLog(), '{{reasons}}')).toMatch(/^no text 2, echo 1/u);
		expect(record(fixtureLog(), '{{reasons.ko}}')).toMatch(/^prefix 없음 2, 사용자 발화 반복 1/u);
		expect(record(fixtureUnitsLog(unitsScores(6)), '{{reasons}} {{reasons.ko}}{{#reasons}}!{{/reasons}}')).toBe(
			'none 없음',
		);
	});

	it('says unknown, and why, for a truncated verdict', () => {
		const scores: readonly Score[] = [...unitsScores(4).slice(0, 5), { unscored: 'cut-length' }];
		const template =
			'{{rate}} {{intervals.ko}} {{#truncated}}cut: {{unscored.ko}}{{/truncated}}{{#complete}}all{{/complete}}';
		expect(record(fixtureUnitsLog(scores), template)).toBe('unknown 알 수 없음 cut: 토큰 한도 초과로 잘림 1');
	});

	it('escapes the words of a hostile log', () => {
		const log = hostileLog();
		const text = record(
			log,
			'{{model}} {{quantization}} {{template}} {{engine}} {{date}} {{reasons}} {{reasons.ko}} {{command}}\n\n{{table}}',
		);
		expect(text).not.toMatch(/<(?:script|img|svg|a|b)/iu);
		expect(text).not.toMatch(/(?<!\\)\]\(javascript:/u);
		expect(text).not.toContain('http://');
	});
});

describe('the ADR of the habit coach', () => {
	const text = (log: Log): string => record(log, adr);

	it('is drafted in Korean, with count, intervals and reasons', () => {
		const draft = text(fixtureLog({ silenced: [1, 4, 6] }));
		for (const part of [
			'15건 중 **4건** (26.7%, 95% 신뢰구간 Wilson 10.9\\~52.0%, Clopper-Pearson 7.8\\~55.1%, 실제',
			'- 나머지의 이유: prefix 없음 5',
			'- 판정: 경로 B: 15건 중 4건',
			'내장 테스트 모델로 만든 초안',
			'prefix 4건도 함께 폐기한다',
		])
			expect(draft).toContain(part);
		expect(draft).not.toContain('{{');
		expect(draft).not.toMatch(/\n{3}/u);
	});

	it('and the push rationale describe a truncated verdict', () => {
		const log = fixtureLog();
		const stopped = { ...log, samples: log.samples.filter(({ suite }) => suite === 'prefix').slice(0, 12) };
		const hits = reportedRun(stopped).summary.decisions[0]?.rule.verdict.hits;
		expect(text(stopped)).toContain(`15건 중 **${hits}건 이상** (미채점 프롬프트가 있어`);
		const push = prefixDecision().paths?.A?.record ?? '';
		expect(record(stopped, push)).toEqual(saying('score.at-least'));
		expect(record(stopped, push, 'ko')).toContain(`15건 중 최소 ${hits}건에서`);
		expect(record(log, push)).toMatch(/In \d+ of 15 prompts/u);
	});

	it('omits warnings that do not apply', () => {
		const draft = text(fixtureLog({ silenced: [0, 1, 4, 6, 8, 11, 13], miniature: false }));
		expect(draft).toContain('15건 중 **0건**');
		expect(draft).not.toMatch(/내장 테스트 모델|함께 폐기한다/u);
		expect(draft).not.toMatch(/\n{3}/u);
	});
});

const words = {
	values: new Map([
		['hits', '7'],
		['title', '{{title}} {{#miniature}}'],
		['table', 'x'.repeat(100_000)],
	]),
	conditions: new Map([
		['borderline', false],
		['miniature', true],
	]),
};
const filled = (template: string): string => filledTemplate(template, words);

describe('filledTemplate', () => {
	it('fills in placeholders and leaves unknown ones visible', () => {
		expect(filled('{{hits}} of {{all}}, {{ hits }}, {{constructor}}, {hits}')).toBe(
			'7 of {{all}}, {{ hits }}, {{constructor}}, {hits}',
		);
	});

	it('keeps and drops conditions within a line', () => {
		expect(filled('a{{#miniature}} b{{/miniature}}{{#borderline}} c{{/borderline}} d')).toBe('a b d');
	});

	it('keeps and drops lines with their line breaks', () => {
		expect(filled('- a\n{{#borderline}}\n- b\n{{/borderline}}\n- c')).toBe('- a\n- c');
		expect(filled('- a\n{{#miniature}}\n- b\n{{/miniature}}\n- c')).toBe('- a\n- b\n- c');
		expect(filled('- a\n{{#borderline}}- b {{hits}}{{/borderline}}\n- c')).toBe('- a\n- c');
		expect(filled('- a\n{{#miniature}}- b {{hits}}{{/miniature}}\n- c')).toBe('- a\n- b 7\n- c');
	});

	it('nests', () => {
		const inner = '{{#miniature}}in{{#borderline}} deep{{/borderline}}{{/miniature}}';
		expect(filled(inner)).toBe('in');
		expect(filled(`a{{#borderline}}${inner}{{/borderline}}b`)).toBe('ab');
	});

	it('keeps unknown and unbalanced tags', () => {
		for (const broken of [
			'{{#miniature}} a',
			'a {{/miniature}}',
			'{{#other}}a{{/other}}',
			'{{#miniature}}\n{{#borderline}}\na{{/miniature}}',
		]) {
			expect(filled(broken)).toBe(broken);
		}
	});

	it('never reads a value as a template', () => {
		expect(filled('{{title}}')).toBe('{{title}} {{#miniature}}');
		expect(filled('{{title}} b{{/miniature}}')).toBe('{{title}} {{#miniature}} b{{/miniature}}');
	});

	it('removes control characters of a template', () => {
		expect(filled('a\u001b[31m\u202eb\r\nc\td')).toBe('a[31mb\nc\td');
	});

	it.each([
		['an endless table', '{{table}}'.repeat(100_000)],
		['conditions that never close', '{{#miniature}}'.repeat(80_000)],
		['closings of nothing', '{{/borderline}}'.repeat(80_000)],
		['deep conditions', `${'{{#borderline}}'.repeat(40_000)}${'{{/borderline}}'.repeat(40_000)}`],
		['braces', '{'.repeat(1_000_000)],
		['half placeholders', '{{hits'.repeat(200_000)],
	])('is harmless with 1 MB of %s', (_title, template) => {
		expect(filled(template).length).toBeLessThan(3_000_000);
	});
});
