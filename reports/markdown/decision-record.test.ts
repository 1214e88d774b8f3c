import { describe, expect, it } from 'vitest';
import { prefixDecision } from '../../app/habit-coach/index.ts';
import { type Lang, type Log, type Score, summarizeDecisions } from '../../src/index.ts';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { unitsScores } from '../fixture/fixture-units.ts';
import { decisionRecord } from './decision-record.ts';

function record(log: Log, template: string, lang: Lang = 'en'): string {
	const [summary] = summarizeDecisions(log);
	if (summary === undefined || summary.verdict.path === undefined) throw new Error('the log decides nothing');
	const [path] = summary.decision.paths;
	return decisionRecord(log, summary, { path: { ...path, record: template }, verdict: summary.verdict, lang });
}

const adr = prefixDecision().paths?.B?.record ?? '';

describe('decisionRecord', () => {
	it('knows every placeholder that is documented', () => {
		const names = [
			...['hits', 'n', 'threshold', 'path', 'title', 'model', 'quantization', 'template', 'engine', 'date', 'rate'],
			...['intervals', 'probability', 'reasons', 'unscored', 'notice', 'command', 'table'],
		];
		for (const name of names.flatMap((one) => [one, `${one}.ko`])) {
			expect(record(fixtureLog(), `{{${name}}}`)).not.toContain('{{');
		}
	});

	it('keeps what is for the language of the reports', () => {
		expect(record(fixtureLog(), '{{#en}}push{{/en}}{{#ko}}남기기{{/ko}}')).toBe('push');
		expect(record(fixtureLog(), '{{#en}}push{{/en}}{{#ko}}남기기{{/ko}}', 'ko')).toBe('남기기');
	});

	it('gives reasons in both languages', () => {
		expect(record(fixtureLog(), '{{reasons}}')).toMatch(/^empty 2, echo 1/u);
		expect(record(fixtureLog(), '{{reasons.ko}}')).toMatch(/^말 없음 2건, 사용자 말을 따라 함 1건/u);
		expect(record(fixtureUnitsLog(unitsScores(6)), '{{reasons}} {{reasons.ko}}{{#reasons}}!{{/reasons}}')).toBe(
			'none 없음',
		);
	});

	it('says unknown where a verdict was certain before every prompt was scored, and why', () => {
		const scores: readonly Score[] = [...unitsScores(4).slice(0, 5), { unscored: 'cut-length' }];
		const template =
			'{{rate}} {{intervals.ko}} {{#truncated}}cut: {{unscored.ko}}{{/truncated}}{{#complete}}all{{/complete}}';
		expect(record(fixtureUnitsLog(scores), template)).toBe('unknown 알 수 없음 cut: 토큰 한도에서 잘림 1건');
	});

	it('has the words of a hostile log as text', () => {
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
		expect(draft).toContain(
			'15건 중 **4건** (26.7 %, 95 % 구간 Wilson 10.9\\~52.0 %, Clopper-Pearson 7.8\\~55.1 %, P(참',
		);
		expect(draft).toContain('- 나머지의 이유: 말 없음 5건');
		expect(draft).toContain('회색 지대');
		expect(draft).toContain('내장된 축소 모델로 만든 초안');
		expect(draft).toContain('4건의 텍스트도 함께 버린다');
		expect(draft).not.toContain('{{');
		expect(draft).not.toMatch(/\n{3}/u);
	});

	it('and the push rationale say what is known of a verdict that was certain before its end', () => {
		const log = fixtureLog();
		const stopped = { ...log, samples: log.samples.filter(({ suite }) => suite === 'prefix').slice(0, 12) };
		const early = { ...stopped, header: { ...log.header, settings: { ...log.header.settings, earlyStop: true } } };
		const hits = summarizeDecisions(early)[0]?.verdict.hits;
		expect(text(early)).toContain(`15건 중 **${hits}건 이상** (모두 채점하지 않아`);
		const push = prefixDecision().paths?.A?.record ?? '';
		expect(record(early, push)).toContain(`In at least ${hits} of 15 prompts`);
		expect(record(early, push, 'ko')).toContain(`15건 중 적어도 ${hits}건에서`);
		expect(record(log, push)).toMatch(/In \d+ of 15 prompts/u);
	});

	it('warns neither of the miniature nor of lost words where there are none', () => {
		const draft = text(fixtureLog({ silenced: [0, 1, 4, 6, 8, 11, 13], miniature: false }));
		expect(draft).toContain('15건 중 **0건**');
		expect(draft).not.toMatch(/축소 모델|텍스트도 함께 버린다|회색 지대/u);
		expect(draft).not.toMatch(/\n{3}/u);
	});
});
