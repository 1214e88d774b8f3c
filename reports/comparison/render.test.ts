import { describe, expect, it } from 'vitest';
import type { Log } from '../../src/log/record.ts';
import type { ScoredDivergence } from '../../src/summary/compare/token-divergence.ts';
import { saying } from '../../src/testing/saying.ts';
import { compared } from '../fixture/compared.ts';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog, fixtureQuantizations, fixtureUnitsLog } from '../fixture/fixture-log.ts';
import { UNITS_SCORES, unitsScores } from '../fixture/fixture-units.ts';
import { localeOf } from '../messages/catalogue.ts';
import { renderComparison } from './render.ts';

const en = localeOf('en');
const ko = localeOf('ko');

describe('renderComparison', () => {
	const files = renderComparison(compared(fixtureQuantizations()), 'en');
	const page = files['comparison.html'] ?? '';

	it('ends in four lines for each further run, the same in HTML and Markdown', () => {
		const lines = [
			'3 prompts lost, 0 gained of 53; a loss above 14 points would have shown',
			'prefix-02: F16 ✓, Q4_0 no text',
			'7.7 → 2.4 MB file · 412 → 412 MB peak memory',
			'1.62× faster per turn; not interleaved, so no interval',
		];
		expect(page.match(/<dl class="four">/gu)).toHaveLength(2);
		for (const file of ['comparison.html', 'comparison.md']) {
			for (const line of lines) expect(files[file]).toContain(line);
		}
		expect(page).toContain('<h1 id="answer-title">Can’t tell yet.');
		expect(files['comparison.md']).toMatch(/\| answer \| can’t tell yet: .* \| can’t tell yet: /u);
		const csv = files['comparison.csv'] ?? '';
		expect(csv).toContain('\r\nanswer,,cant-tell,cant-tell\r\nanswer.lost,,1,3\r\n');
		expect(csv).toContain('\r\nanswer.prefix.free.meaningful.margin,,0.2,0.2\r\n');
	});

	it('ships a run against itself, within the margins that it names', () => {
		const [log, again] = [fixtureLog(), fixtureLog()];
		const same = renderComparison(compared([log, again]), 'en');
		expect(same['comparison.md']).toEqual(saying(en.answer.sameFile, { sha256: '3b1f…3b1f' }));
		const model = { ...again.header.model, sha256: 'a'.repeat(64) };
		const other = { ...again, header: { ...again.header, model } };
		const shipped = renderComparison(compared([log, other]), 'en');
		expect(shipped['comparison.html']).toContain('<h1 id="answer-title">Ship ');
		expect(shipped['comparison.md']).toContain('no loss above 19 points on prefix, above 8 points on frame');
		const strict = renderComparison(compared([log, other], { margins: 0.05 }), 'en');
		expect(strict['comparison.md']).toContain(
			'prefix: 44 more prompts, none of them lost, and it can ship (59 in all), or 78 more',
		);
		expect(strict['comparison.csv']).toContain('\r\nanswer.prefix.free.meaningful,,cant-tell\r\n');
	});

	it('rounds sizes, and names the source of its figures', () => {
		const [first, second] = fixtureQuantizations();
		const sized = (log: Log | undefined, sizeBytes: number): Log => {
			const { header, ...rest } = log ?? fixtureLog();
			return { ...rest, header: { ...header, model: { ...header.model, sizeBytes } } };
		};
		const saving = (size: number): string =>
			renderComparison(compared([sized(first, 4_544_032), sized(second, size)]), 'en')['comparison.html'] ?? '';
		expect(saving(2_465_312)).toContain('<b>46% less</b>');
		expect(saving(4_544_031)).toContain('<b>&lt;1% less</b>');
		expect(saving(4_544_031)).toContain('from the log.jsonl of each run.</p>');
	});

	it('warns of the miniature under the answer', () => {
		const hero = page.slice(page.indexOf('id="answer"'), page.indexOf('id="cost"'));
		expect(hero).toContain('say nothing about Gemma');
	});

	it('opens the outputs of each flip side by side, losses first, with the words that differ marked', () => {
		const flips = page.slice(page.indexOf('id="flips"'), page.indexOf('id="figures"'));
		const shown = flips.split('<li ').filter((row) => row.startsWith('data-side="lost">'));
		expect(shown).toHaveLength(4);
		for (const row of shown) {
			expect(row.match(/class="side"/gu)).toHaveLength(2);
			expect(row).toMatch(/<mark>.*class="tokens"/su);
		}
		expect(flips.indexOf('data-side="lost"')).toBeLessThan(flips.indexOf('data-side="failed"'));
	});

	it('has results that both runs passed or failed for its filter, without a script hidden', () => {
		const calls = renderComparison(compared([fixtureLog({ tools: true }), fixtureLog({ tools: true })]), 'en');
		const [, flips = ''] = calls['comparison.html']?.split('id="flips"') ?? [];
		expect(flips.match(/<li data-side="(?:passed|failed)" hidden>/gu)?.length).toBeGreaterThan(50);
		expect(flips).toMatch(/class="controls flipfilter"[^>]* hidden>/u);
		expect(flips).toContain('<div class="expected">');
	});

	it('has prompts lost to the clock apart', () => {
		const [first, { samples, ...rest }] = [fixtureLog(), fixtureLog()];
		const late = samples.map((sample, index) =>
			index === 0
				? { ...sample, scores: { ...sample.scores, meaningful: { unscored: 'cut-deadline' as const } } }
				: sample,
		);
		const rendered = renderComparison(compared([first, { ...rest, samples: late }]), 'en');
		const clock = rendered['comparison.html']?.split('id="clock"')[1] ?? '';
		expect(clock).toContain(`--filter '^(?:${samples[0]?.sampleId})$'`);
		expect(clock.match(/class="hatched"/gu)?.length).toBeGreaterThan(0);
		expect(rendered['comparison.md']).toEqual(saying(en.answer.quality.clock));
		expect(page).not.toContain('id="clock"');
	});

	it('shows no flips and no divergence of a run against itself', () => {
		const same = renderComparison(compared([fixtureLog(), fixtureLog()]), 'en');
		expect(same['comparison.html']).toContain('No result changed');
		expect(same['comparison.md']).toContain('95 of 95 outputs are identical.');
		expect(same['flips.csv']?.trim().split('\r\n')).toHaveLength(1);
	});

	it('claims no equality of unrecorded fields, and names devices', () => {
		const { header, ...rest } = fixtureLog();
		const captured = (device: string, os: string): Log => ({
			...rest,
			header: { ...header, host: { device, os }, settings: { epochs: 1, dialect: 'engine' } },
		});
		const captures = renderComparison(compared([captured('S23', 'Android 16'), captured('A14', 'Android 14')]), 'en');
		const model = header.model.name;
		expect(captures['comparison.html']).toContain(`<th scope="row">device (host.device)</th><td>S23</td><td>A14</td>`);
		for (const file of ['comparison.html', 'comparison.md']) {
			expect(captures[file]).toContain(
				`Unknown for ${model} (S23), ${model} (A14): app and its version; system prompt and tools; sampling`,
			);
		}
		expect(captures['comparison.md']).toContain(
			'- device (host.device): S23 → A14\n- System (host.os): Android 16 → Android 14\n',
		);
		expect(captures['comparison.html']).not.toContain('is equal');
		const twice = renderComparison(compared([captured('S23', 'Android 16'), captured('S23', 'Android 16')]), 'ko')[
			'comparison.html'
		];
		expect(twice).toContain(ko.comparison.noField);
		const app = { name: '습관 코치', version: '1', language: 'ko', content: { system: { sha256: 'a' } } };
		const known = { ...rest, header: { ...header, app } };
		expect(renderComparison(compared([known, known]), 'en')['comparison.html']).toContain(
			'everything else that can change an outcome is equal',
		);
	});

	it('shows the divergence over the same tokens, and its basis', () => {
		const numbers = { generations: 15, positions: 2000, sameTop: 1990, firstDivergentToken: { n: 4, p50: 6 } };
		const kl = { n: 2000, mean: 0.0123, p99: 0.000023 };
		const figures = { positions: 40, sameTop: 30, kl: { n: 40, mean: 0.5, p99: 1 }, deltaP: { n: 40, mean: -0.012 } };
		const spans = [{ span: 'tool-name' as const, ...figures, perplexityRatio: 1.25 }];
		const whole: ScoredDivergence = {
			...numbers,
			suites: [],
			samples: 15,
			skipped: 0,
			kl,
			deltaP: { n: 0 },
			spans,
			top: 16_384,
			wholeVocabulary: true,
		};
		const divergences = [whole, { ...whole, wholeVocabulary: false }];
		const rendered = renderComparison(compared(fixtureQuantizations(), { divergences }), 'en');
		const sentence =
			'Same top token at 99.5% of the baseline’s 2,000 tokens. KL divergence: mean 0.0123, p99 2.3e-5 nats';
		for (const file of ['comparison.html', 'comparison.md']) {
			expect(rendered[file]).toContain(`${sentence}.`);
			expect(rendered[file]).toEqual(saying(en.comparison.tokens, { top: '16,384' }));
		}
		expect(rendered['comparison.html']).toMatch(/tool names<\/th>.*>40<.*75\.0%.*0\.500.*−1\.200.*1\.2500/u);
		expect(rendered['comparison.csv']).toContain('\r\ndivergence.sameTop,,1990,1990\r\n');
		expect(rendered['comparison.csv']).toContain('\r\ndivergence.top,,,16384\r\n');
		expect(rendered['comparison.csv']).toContain('\r\ndivergence.tool-name.perplexityRatio,,1.25,1.25\r\n');
		expect(rendered['comparison.md']).toMatch(/\| tool names \|.*\| 1\.2500 \|\n\| all \|/u);
		expect(renderComparison(compared(fixtureQuantizations(), { divergences }), 'ko')['comparison.html']).toContain(
			'상위 토큰 16,384개 기준 하한',
		);
		expect(page).not.toContain('KL divergence');
	});

	it('has every metric in comparison.csv and every flip in flips.csv', () => {
		const csv = files['comparison.csv'] ?? '';
		expect(csv).toContain('\r\nprefix.hits,7,6,4\r\n');
		expect(csv).toContain('\r\nprefix.path,A,A,B\r\n');
		expect(csv).toContain('not Gemma');
		const flips = files['flips.csv']?.trim().split('\r\n') ?? [];
		expect(flips).toHaveLength(5);
		for (const row of flips.slice(1)) expect(row).toContain('not Gemma');
	});

	it('says in both languages that a run was scored again', () => {
		const log = fixtureLog();
		const rescored = { at: '2026-11-22T10:00:00Z', gemmark: '1', changed: 2, declared: [] };
		const again = { ...log, header: { ...log.header, rescored } };
		const files = renderComparison(compared([log, again]), 'ko');
		for (const file of ['comparison.html', 'comparison.md']) {
			expect(files[file]).toMatch(/2026-11-22에 다시 채점한 실행입니다\. 샘플 \d+건 중 2건의 점수가 바뀌었습니다/u);
		}
	});

	it('shows the warnings of its runs in both languages', () => {
		const log = fixtureLog();
		const line = "the shards' times were not measured alike: threads 1 and 4";
		const merged = { ...log, header: { ...log.header, warnings: [line, '<b>own</b>'] } };
		const other = { ...log, header: { ...log.header, target: 'other', warnings: [line] } };
		const name = log.header.model.name;
		const english = renderComparison(compared([merged, log, other]), 'en');
		expect(english['comparison.html']).toContain(`<b>${name} (1), other:</b>`);
		expect(english['comparison.html']).toMatch(/&lt;b&gt;own&lt;\/b&gt;/u);
		expect(english['comparison.md']).toContain(`${name} (1), other: ${line}\n`);
		expect(english['comparison.md']?.split(line)).toHaveLength(2);
		const korean = renderComparison(compared([log, other]), 'ko');
		for (const file of ['comparison.html', 'comparison.md']) {
			expect(korean[file]).toContain('threads 1 and 4');
		}
		expect(renderComparison(compared([log, log]), 'en')['comparison.md']).not.toContain('not measured alike');
		expect(english['comparison.csv']).toMatch(
			/\r\nwarnings,[^\r]*threads 1 and 4 \| <b>own<\/b>[^\r]*,,[^\r]*threads 1 and 4\r\n/u,
		);
	});

	it('has rates and differences with intervals in comparison.md', () => {
		const text = files['comparison.md'] ?? '';
		expect(text).toContain('46.7% · 7 of 15 · 95% CI 24.8–69.9%');
	});

	it('shows mean times side by side, and why an interval is missing', () => {
		for (const file of ['comparison.html', 'comparison.md']) {
			expect(files[file]).toContain(en.comparison.notInTurns);
		}
		expect(files['comparison.md']).toMatch(/Whole user turn \| \d+ ms \| \d+ ms \| \d+ \|/u);
		expect(files['comparison.md']).not.toContain(' … ');
	});

	it('counts cut turns, whose times are excluded', () => {
		const cut = fixtureLog();
		const samples = cut.samples.map((sample, index) => {
			const generations = sample.transcript.generations.map((one) => ({
				...one,
				finish: { unified: 'length', raw: 'length' } as const,
			}));
			return index === 3 ? { ...sample, transcript: { ...sample.transcript, generations } } : sample;
		});
		const shortened = renderComparison(compared([fixtureLog(), { ...cut, samples }]), 'en');
		for (const file of ['comparison.html', 'comparison.md']) {
			expect(shortened[file]).toContain('1 turn was cut off in at least one run');
			expect(files[file]).not.toContain('cut off in at least one run');
		}
		expect(shortened['comparison.md']).toMatch(/Whole user turn \(median\), prefix \|.* · n 13 \|.* · n 13 \|/u);
	});

	it('has differences of times with intervals for interleaved runs', () => {
		const turns = fixtureQuantizations().map((log) => ({ ...log, header: { ...log.header, interleaved: 'group' } }));
		const rendered = renderComparison(compared(turns), 'en');
		expect(rendered['comparison.html']).not.toContain('Not interleaved');
		expect(rendered['comparison.md']).toMatch(
			/Whole user turn \| \d+ ms \| \d+ ms \| −\d+ ms \(−\d+ ms … −\d+ ms\) \| \d+ \|/u,
		);
	});

	it('refuses runs that are not comparable, unless the field is allowed', () => {
		const [first, second] = fixtureQuantizations();
		const other = { ...second, header: { ...second.header, settings: { ...second.header.settings, temperature: 1 } } };
		expect(() => renderComparison(compared([first, other]), 'en')).toThrow(/settings\.temperature/u);
		const allowed = renderComparison(compared([first, other], { allow: ['settings.temperature'] }), 'en');
		expect(allowed['comparison.html']).toContain('Differs in Temperature (settings.temperature).');
		expect(allowed['comparison.md']).toContain('\n- Temperature (settings.temperature): 0 → 1\n');
	});

	it('is Korean on request', () => {
		const korean = renderComparison(compared(fixtureQuantizations()), 'ko')['comparison.html'] ?? '';
		expect(korean).toContain('프롬프트 53건 중 회귀 3건, 개선 0건');
		const text = renderComparison(compared(fixtureQuantizations()), 'ko')['comparison.md'] ?? '';
		const [verdict = ''] = /\| 판정 \| A .*/u.exec(text) ?? [];
		expect(verdict).toContain('| A · 7/15건 · 95% 신뢰구간 24.8\\~69.9% · ◐ 근소한 판정 |');
		expect(verdict).toContain('| B · 4/15건 · ');
		expect(text).toContain('| 사용자 턴 전체 (중앙값), prefix |');
		expect(text).not.toMatch(/\b(?:lost|gained|baseline|warm|free|No flips|outputs)\b/u);
	});

	it('says how much of a partial run there is', () => {
		const [first, second] = [fixtureLog(), fixtureLog()];
		const part = {
			...second,
			header: { ...second.header, settings: { ...second.header.settings, limit: 3 } },
			samples: second.samples.filter(({ suite }) => suite !== 'prefix').concat(second.samples.slice(0, 3)),
		};
		const of = (lang: 'en' | 'ko'): string => renderComparison(compared([first, part]), lang)['comparison.html'] ?? '';
		expect(of('en')).toContain('It has prefix 3 of 15 (limit 3).');
		expect(of('ko')).toContain('포함된 샘플: prefix 3/15건(앞에서 3건까지)');
	});

	it('names incomplete runs and their failures', () => {
		const [first, { footer, ...second }] = [fixtureLog(), fixtureLog()];
		const failure = {
			type: 'failure' as const,
			at: '',
			kind: 'engine',
			said: 'now serves another digest (b, a before)',
		};
		const runs: readonly [Log, string, string][] = [
			[second, 'gemmark', '실행'],
			[
				{ ...second, failures: [failure], footer: { type: 'footer', endedAt: '', outcome: 'failed' } },
				'now serves another digest (b, a before)',
				'실행',
			],
		];
		for (const [run, english, korean] of runs) {
			const [en, ko] = (['en', 'ko'] as const).map((lang) => renderComparison(compared([first, run]), lang));
			expect(en?.['comparison.html']).toContain(english);
			expect(en?.['comparison.md']?.replaceAll('\\', '')).toContain(english);
			expect(ko?.['comparison.html']).toContain(korean);
		}
		expect(footer?.outcome).toBe('complete');
		expect(renderComparison(compared([first, fixtureLog()]), 'en')['comparison.html']).not.toContain('is not complete');
	});

	it('names the runs whose times are not comparable', () => {
		const log = fixtureLog();
		const engine = { ...log.header.engine, timingsNotComparable: { code: 'run.samples-at-once', params: { n: 2 } } };
		const shared = { ...log, header: { ...log.header, engine } };
		for (const [lang, notice] of [
			['en', '2 samples at once share the engine'],
			['ko', '샘플 2건이 동시에 엔진 하나를 나눠 썼습니다.'],
		] as const) {
			const both = renderComparison(compared([shared, shared]), lang);
			expect(both['comparison.html']?.split(notice)).toHaveLength(4);
			expect(both['comparison.md']?.split(notice)).toHaveLength(4);
			expect(renderComparison(compared([log, log]), lang)['comparison.md']).not.toContain(notice);
		}
	});

	it('names the engines that run one file, sizes in their unit, and one command once', () => {
		const [first, second] = [fixtureLog(), fixtureLog()];
		const other = { ...second.header, engine: { ...second.header.engine, runner: 'ollama' } };
		const model = { ...other.model, sizeBytes: 8_441_632 };
		const rendered = renderComparison(compared([first, { ...second, header: { ...other, model } }]), 'en');
		const html = rendered['comparison.html'] ?? '';
		expect(html).toContain('gemmark-mini-q8_0.gguf (ollama)');
		expect(html).toContain('8.4 MB (8,441,632 B)');
		expect(html.match(/<pre tabindex="0">npx gemmark run/gu)).toHaveLength(1);
		expect(html).toContain('No result changed');
	});

	it('reports different outputs with equal verdicts, by variant', () => {
		const [first, { samples, ...rest }] = [fixtureLog(), fixtureLog()];
		const changed = samples.map((sample, index) => {
			const [generation, ...others] = sample.transcript.generations;
			if (index !== 0 || generation === undefined) return sample;
			return {
				...sample,
				transcript: {
					...sample.transcript,
					generations: [{ ...generation, pieces: ['음,', ...generation.pieces] }, ...others],
				},
			};
		});
		const html = renderComparison(compared([first, { ...rest, samples: changed }]), 'en')['comparison.html'] ?? '';
		expect(html).toContain('No result changed');
		expect(html).toContain('<span class="flip">prefix · free decoding</span>');
	});

	it('escapes hostile words', () => {
		const hostile = renderComparison(compared([hostileLog(), hostileLog()]), 'en');
		expect(hostile['comparison.html']?.split('<script')).toHaveLength(2);
		expect(hostile['comparison.html']).not.toMatch(/<img|<svg\/|<a href="(?!#)/u);
		expect(hostile['comparison.md']).not.toMatch(/<(?:script|img|svg)/u);
	});
});

describe('renderComparison of a custom suite', () => {
	const first = fixtureUnitsLog(unitsScores(4), { model: 'a.gguf', quantization: 'F16' });
	const second = fixtureUnitsLog(UNITS_SCORES, { model: 'b.gguf', quantization: 'Q4_0', sizeBytes: 1_000_000 });
	const files = renderComparison(compared([first, second]), 'en');
	const page = files['comparison.html'] ?? '';
	const text = files['comparison.md'] ?? '';

	it('has verdicts and declared rates with unscored samples', () => {
		expect(text).toContain(
			'| Verdict | ship · 4 of 6 · 95% CI 30.0–90.3% · ◐ narrow | no path · 2 of 6 · 2 unscored: hit the token limit 1, engine failed 1 |',
		);
		expect(text).toContain(
			'| units: metric units | 66.7% · 4 of 6 · 95% CI 30.0–90.3% | 50.0% · 2 of 4 · 2 unscored: hit the token limit 1, engine failed 1 |',
		);
		expect(text).toMatch(/\| units: an apology \(lower is better\) \|/u);
		expect(page).toContain('2 unscored: hit the token limit 1, engine failed 1');
		expect(files['comparison.csv']).toContain(
			'\r\nunits.path,ship,\r\nunits.status,complete,undecided\r\nunits.doubts,',
		);
	});

	it('has a prompt once, with the score that makes it right', () => {
		const run = fixtureLog();
		const [index] = run.samples.entries().find(([, { scores }]) => scores.called?.value === true) ?? [];
		const samples = run.samples.map((sample, place) =>
			place === index
				? { ...sample, scores: { ...sample.scores, called: { value: false }, meaningful: { value: false } } }
				: sample,
		);
		const html = renderComparison(compared([run, { ...run, samples }]), 'en')['comparison.html'] ?? '';
		const flips = [...html.matchAll(/class="flip lost".*?<span class="muted">(.*?)<\/span>/gu)].map(
			([, place]) => place,
		);
		expect(flips).toHaveLength(1);
		expect(flips[0]).toContain('a meaningful prefix');
	});

	it('counts unscored samples as neither gained nor lost', () => {
		expect(text).toContain(
			'- units · free decoding · metric units: 2 lost, 0 gained · McNemar p 0.500 · 2 scored in one run only',
		);
		expect(page).toContain('2 prompts lost, 0 gained of 4');
		expect(page).toEqual(saying(en.answer.quality.unscored));
		expect(files['flips.csv']?.trim().split('\r\n')).toHaveLength(3);
	});

	it('names the repeat of a flip, and the prompts of p', () => {
		const repeated = ({ header, samples, ...rest }: typeof first): typeof first => ({
			...rest,
			header: { ...header, settings: { ...header.settings, epochs: 2 } },
			samples: samples.flatMap((sample) => [sample, { ...sample, epoch: 1 }]),
		});
		const [one, other] = [repeated(first), repeated(second)];
		for (const lang of ['en', 'ko'] as const) {
			const markdown = renderComparison(compared([one, other]), lang)['comparison.md'] ?? '';
			expect(markdown).toMatch(lang === 'en' ? / · repeat 1 \|/u : / · 1회차 \|/u);
			expect(markdown).toContain(
				lang === 'en'
					? '4 lost, 0 gained · by prompt 2 lost, 0 gained: McNemar p 0.500'
					: '회귀 4건, 개선 0건 · 프롬프트 기준 회귀 2건, 개선 0건, McNemar p 0.500',
			);
		}
	});

	const yes = { value: true };
	const cut = { unscored: 'cut-length' } as const;
	const certain = fixtureUnitsLog([yes, yes, yes, yes, { value: false }, cut], { model: 'a.gguf' });

	it('shows unscored samples and the scored rate of a truncated verdict', () => {
		const rendered = renderComparison(compared([first, certain]), 'en')['comparison.md'];
		expect(rendered).toContain(
			'| Verdict | ship · 4 of 6 · 95% CI 30.0–90.3% · ◐ narrow | ship · at least 4 of 6 · unscored prompts cannot change it · 1 unscored: hit the token limit |',
		);
		expect(rendered).toContain('| 80.0% · 4 of 5 · 1 unscored: hit the token limit |');
		const korean = renderComparison(compared([first, certain]), 'ko')['comparison.md'];
		expect(korean).toContain('나머지와 관계없이 확정 · 미채점 1건: 토큰 한도 초과로 잘림');
	});

	it('compares only samples scored in both runs, and counts the rest', () => {
		const same = renderComparison(compared([certain, certain]), 'en');
		expect(same['comparison.md']).toContain('No flips in 5 samples.');
		for (const file of ['comparison.md', 'comparison.html']) expect(same[file]).toContain('1 unscored in both runs');
		const other = fixtureUnitsLog([cut, cut, yes, yes, { value: false }, cut], { model: 'b.gguf' });
		const mixed = (lang: 'en' | 'ko'): string =>
			renderComparison(compared([certain, other]), lang)['comparison.md'] ?? '';
		expect(mixed('en')).toContain('2 scored in one run only, 1 unscored in both runs');
		expect(mixed('ko')).toContain('한쪽에서만 채점 2건, 양쪽 모두 미채점 1건');
		const none = fixtureUnitsLog([cut, cut, cut, cut, cut, cut]);
		expect(renderComparison(compared([none, none]), 'en')['comparison.html']).toContain(en.answer.quality.none);
	});

	it('has paired differences of numbers with intervals', () => {
		const { samples, ...rest } = fixtureUnitsLog(unitsScores(4), { model: 'c.gguf' });
		const longer = samples.map((sample, index) => ({
			...sample,
			scores: { ...sample.scores, digits: { value: index + 3 } },
		}));
		const rendered = renderComparison(compared([first, { ...rest, samples: longer }]), 'en');
		expect(rendered['comparison.md']).toContain(
			'| units · free decoding | digits (lower is better) | 3.5 digits | +2 digits (the same for every prompt) | 6 |',
		);
		expect(rendered['comparison.html']).toContain('Numbers, paired by prompt: c.gguf vs baseline');
		expect(rendered['comparison.html']).toContain(en.comparison.noSpread);
	});

	it('compares runs on their shared suites', () => {
		const { header, samples } = first;
		const prefix = fixtureLog();
		const both = {
			...first,
			header: { ...header, suites: [...header.suites, ...prefix.header.suites] },
			samples: [...samples, ...prefix.samples],
		};
		const rendered = renderComparison(compared([both, second]), 'en');
		expect(rendered['comparison.md']).toContain(
			'not every suite is in both runs. Only in the baseline: prefix, frame.',
		);
		expect(rendered['comparison.html']).toContain('Only in the baseline: prefix, frame.');
		expect(rendered['comparison.md']).not.toContain('| frame');
		const korean = renderComparison(compared([second, both]), 'ko')['comparison.html'];
		expect(korean).toContain('여기에만: prefix, frame.');
		expect(korean).toContain('미터법');
	});
});
