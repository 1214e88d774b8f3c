import { describe, expect, it } from 'vitest';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { renderDecision } from './render-decision.ts';

describe('renderDecision', () => {
	it('gives the verdict line with its intervals, the model, the miniature notice and fifteen rows', () => {
		const text = renderDecision(fixtureLog());
		expect(text).toContain('path A: 7/15 meaningful prefixes (46.7 %; 95 % Wilson 24.8–69.9 %');
		expect(text).toContain('gemmark-mini-q8_0.gguf');
		expect(text).toContain('not Gemma');
		expect(text.match(/^\| \d+ \|/gmu)).toHaveLength(15);
		expect(text).toContain('*echo*: 명상 며칠째 하고 있는지');
	});

	it('gives the push rationale for path A and no ADR', () => {
		const text = renderDecision(fixtureLog());
		expect(text).toContain('## Path A: push');
		expect(text).not.toContain('ADR-0006 초안');
	});

	it('drafts ADR-0006 in Korean for path B, with count, interval, reasons and the file it belongs in', () => {
		const text = renderDecision(fixtureLog({ silenced: [1, 4, 6] }));
		expect(text).toContain('path B: 4/15');
		expect(text).toContain('docs/adr/0006-tool-call-prefix-discard.md');
		expect(text).toContain('# ADR-0006: 도구 호출 앞의 텍스트를 의도적으로 폐기한다');
		expect(text).toContain('15건 중 **4건** (26.7 %, 95 % 구간 Wilson 10.9~52.0 %');
		expect(text).toContain('말이 없거나 공백뿐 5건');
		expect(text).toContain('회색 지대');
		expect(text).toContain('내장된 축소 모델로 만든 초안');
	});

	it('does not warn of the miniature where the model is another', () => {
		expect(renderDecision(fixtureLog({ miniature: false }))).not.toContain('miniature');
	});

	it('decides nothing while the run is undecided', () => {
		const log = fixtureLog({ samples: fixtureLog({ frames: false }).samples.slice(0, 3) });
		const suites = log.header.suites.map((suite) => ({ ...suite, planned: 15 }));
		const text = renderDecision({ ...log, header: { ...log.header, suites } });
		expect(text).toContain('no verdict yet');
		expect(text).not.toContain('ADR');
	});

	it('has a hostile header as text, and its command as one line that cannot close its fence', () => {
		const { header, ...rest } = fixtureLog({ silenced: [1, 4, 6] });
		const hostile = '<img src=x>\u001b[31m\n```\n# heading';
		const model = { ...header.model, templateSha256: hostile, quantization: hostile };
		const all = { startedAt: hostile, gemmark: hostile, command: hostile, model };
		const text = renderDecision({ ...rest, header: { ...header, ...all } });
		expect(text).not.toContain('\u001b');
		expect(text).not.toMatch(/^# heading/mu);
		expect(text.match(/^```$/gmu)).toHaveLength(2);
		expect(text.replace(/^```$[\s\S]*?^```$/gmu, '')).not.toContain('<img');
	});

	it('lets no words of a model become markup, a link or another row', () => {
		const text = renderDecision(hostileLog()).replace(/^```$[\s\S]*?^```$/gmu, '');
		expect(text).not.toMatch(/<(?:script|img|svg|a|b)/iu);
		expect(text).not.toMatch(/(?<!\\)\]\(javascript:/u);
		expect(text).not.toContain('http://');
		const table = text.split('\n').filter((line) => line.startsWith('| '));
		const columns = table.map((line) => line.match(/(?<!\\)\|/gu)?.length);
		expect(new Set(columns).size).toBe(1);
	});
});
