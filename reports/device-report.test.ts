import { expect, it } from 'vitest';
import type { Log } from '../src/log/record.ts';
import { summarizeDevice } from '../src/summary/budgets.ts';
import { compareRuns } from '../src/summary/compare/compare.ts';
import { summarizeLatencies } from '../src/summary/speed.ts';
import { summarizeRun } from '../src/summary/summarize.ts';
import { renderComparison } from './comparison/render.ts';
import { renderCsv } from './csv.ts';
import { compared } from './fixture/compared.ts';
import { onDevice } from './fixture/fixture-device.ts';
import { fixtureLog } from './fixture/fixture-log.ts';
import { renderHtml } from './html/render-html.ts';
import { reportedRun } from './reported-run.ts';

const deviceLog = (backend: string, firstInitMs: number): Log =>
	onDevice(fixtureLog({ header: { loadMs: firstInitMs, engine: { runner: 'device', backend } } }), firstInitMs);

const runs = [deviceLog('CPU', 5000), deviceLog('GPU', 9000)];
const [cpu] = runs;

it('a run on a phone has initialisations, memory, lost and excluded samples', () => {
	expect(cpu && summarizeDevice(cpu)).toMatchObject({
		firstInitMs: 5000,
		laterInitMs: [400],
		peakBytes: 2e9,
		askedAgain: 1,
		notComparable: 1,
		doubts: [
			{ why: 'the device throttled (thermal status severe)', samples: 1 },
			{ why: 'the device saved power', samples: 1 },
		],
		strays: 2,
	});
	expect(summarizeDevice(fixtureLog())).toBeUndefined();
});

it('a throttled sample is excluded from times and counted', () => {
	const whole = summarizeLatencies(fixtureLog()).rows;
	const rows = cpu === undefined ? [] : summarizeLatencies(cpu).rows;
	const turns = (rows: typeof whole): number =>
		rows.reduce((sum, { metric, values }) => sum + (metric === 'endToEndMs' ? values.length : 0), 0);
	expect(turns(rows)).toBe(turns(whole) - 1);
	expect(cpu && summarizeRun(cpu).metrics['latency.leftOut']?.value).toBe(1);
	expect(summarizeRun(fixtureLog()).metrics).not.toHaveProperty(['latency.leftOut']);
	const pairs = ([one, other]: readonly Log[]): readonly number[] =>
		one === undefined || other === undefined
			? []
			: compareRuns(one, other, { allow: ['engine.backend'] })
					.latencies.filter(({ metric, suite }) => metric === 'endToEndMs' && suite === 'prefix')
					.map(({ difference }) => difference.n);
	const [without] = pairs([fixtureLog(), fixtureLog()]);
	expect(pairs(runs)).toEqual([(without ?? 0) - 1]);
});

it('backends are side by side, with first and later initialisation', () => {
	const rendered = renderComparison(compared(runs, { allow: ['engine.backend'] }), 'en');
	const text = rendered['comparison.md'] ?? '';
	expect(text).toMatch(/\| Backend \| CPU \| GPU \|/u);
	expect(text).toMatch(/\| First initialisation \| 5[.,\d]* s \| 9[.,\d]* s \|/u);
	expect(text).toMatch(/\| Later initialisations \| 400 ms · p50 · n 1 \| 400 ms · p50 · n 1 \|/u);
	const page = rendered['comparison.html'] ?? '';
	expect(page).toMatch(/Backend<\/th><td[^>]*><b class="figure">CPU<\/b><\/td><td[^>]*><b class="figure">GPU<\/b>/u);
	expect(page).toMatch(/Samples excluded from times[^<]*<\/th><td[^>]*><b class="figure">1 of \d+<\/b>/u);
	expect(renderComparison(compared([fixtureLog(), fixtureLog()]), 'en')['comparison.md']).not.toContain(
		'initialisation',
	);
});

it.each([
	['en', 'not comparable and are excluded: ', 'run again and counts once'],
	['ko', '비교할 수 없어 제외했습니다: ', '한 번씩만 집계합니다'],
] as const)(
	'the page says in %s which times are in doubt, each sample once, and what was asked again',
	(lang, doubt, lost) => {
		const page = cpu === undefined ? '' : renderHtml(reportedRun(cpu), lang);
		expect(page).toContain(doubt);
		expect(page).toContain(lost);
	},
);

it.each([
	['en', 'thermal status: light to severe', 'battery: 41% to 80%'],
	['ko', '발열 상태: 약함~심함', '배터리: 41%~80%'],
] as const)('the page draws in %s how hot, full and charged the phone was, sample by sample', (lang, heat, battery) => {
	const page = cpu === undefined ? '' : renderHtml(reportedRun(cpu), lang);
	const section = page.slice(page.indexOf('<section id="device"'), page.indexOf('<section id="identity"'));
	expect(section).toContain(`aria-label="${heat}"`);
	expect(section).toContain(`aria-label="${battery}"`);
	expect(section.match(/<rect class="accentfill"/gu)).toHaveLength(1);
	expect(section.match(/<rect /gu)).toHaveLength(5);
	expect(renderHtml(reportedRun(fixtureLog()), lang)).not.toContain('id="device"');
});

it("settings and prompts of an app's own loop are only requested", () => {
	const engine = { runner: 'device', api: 'app' as const };
	const log = fixtureLog({ header: { engine } });
	const page = renderHtml(reportedRun(log), 'en');
	expect(page).toMatch(/requested from the app, which runs its own loop[\s\S]* may have used others\./u);
	expect(renderHtml(reportedRun(fixtureLog()), 'en')).not.toContain('its own loop');
	const [names = '', row = ''] = renderCsv(reportedRun(log)).split('\r\n');
	expect(row.split(',')[names.split(',').indexOf('temperature')]).toBe('');
});
