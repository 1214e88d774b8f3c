import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS, hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { attribute, type Element, elements, textIn, textOf } from '../fixture/read-page.ts';
import { reportedRun } from '../reported-run.ts';
import { renderHtml } from './render-html.ts';

describe('renderHtml', () => {
	const page = renderHtml(reportedRun(fixtureLog()), 'en');

	it('draws fifteen cells, hits first, each linked to its row', () => {
		const cells = elements(page).filter((one) => one.tagName === 'rect' && attribute(one, 'height') === '44');
		expect(cells.map((cell) => attribute(cell, 'class'))).toEqual([
			...new Array<string>(7).fill('cell worth'),
			...new Array<string>(4).fill('cell not-worth'),
			...new Array<string>(2).fill('cell wordless'),
			...new Array<string>(2).fill('cell no-call'),
		]);
		const ids = new Set(elements(page).flatMap((element) => attribute(element, 'id') ?? []));
		const links = elements(page).flatMap((element) =>
			element.tagName === 'a' ? [attribute(element, 'href') ?? ''] : [],
		);
		for (const link of links) expect(ids).toContain(link.slice(1));
	});

	it('has an interval for every rate', () => {
		const figures = elements(page).filter((element) => attribute(element, 'class') === 'figure');
		const rates = figures.filter((element) => /%$/u.test(textIn(element)) && !/–/u.test(textIn(element)));
		const alone = rates.filter((element) => !/95%/u.test(textIn(element.parentNode as Element)));
		// The two of the verdict itself: their intervals are the figures beside them.
		expect(alone.map((element) => textIn(element))).toEqual(['46.7%', '86%']);
	});

	it('is the same bytes for the same log', () => {
		expect(renderHtml(reportedRun(fixtureLog()), 'en')).toBe(page);
	});

	it('has no external address, inline style or handler', () => {
		for (const element of elements(page)) {
			for (const { name, value } of element.attrs) {
				expect(name).not.toMatch(/^(?:on.*|style|src|srcset|action)$/u);
				if (name === 'href') expect(value).toMatch(/^#/u);
			}
		}
		expect(page).not.toMatch(/@import|url\((?!#)/u);
	});

	it('allows only its own script and style, by hash', () => {
		const policy = elements(page).find((element) => attribute(element, 'http-equiv') === 'Content-Security-Policy');
		const content = (policy && attribute(policy, 'content')) ?? '';
		expect(content).toContain("default-src 'none'");
		for (const element of elements(page)) {
			const runs = element.tagName === 'script' && attribute(element, 'type') === undefined;
			if (!runs && element.tagName !== 'style') continue;
			expect(content).toContain(createHash('sha256').update(textIn(element)).digest('base64'));
		}
	});

	it('embeds each sample once, as JSON', () => {
		const samples = embedded(page);
		expect(samples).toHaveLength(fixtureLog().samples.length);
		expect(JSON.stringify(samples[0])).toContain('<|tool_call>call:search_catalog');
	});

	it('has landmarks, one first heading, a name for each section and for each chart', () => {
		const all = elements(page);
		for (const tag of ['header', 'nav', 'main', 'footer', 'h1']) {
			expect(all.filter((element) => element.tagName === tag)).toHaveLength(1);
		}
		for (const section of all.filter((element) => element.tagName === 'section')) {
			const label = attribute(section, 'aria-labelledby');
			expect(all.some((element) => attribute(element, 'id') === label)).toBe(true);
		}
		for (const svg of all.filter((element) => element.tagName === 'svg')) {
			expect(attribute(svg, 'aria-hidden') === 'true' || attribute(svg, 'aria-label') !== undefined).toBe(true);
		}
	});

	it('is wholly Korean on request', () => {
		const korean = renderHtml(reportedRun(fixtureLog()), 'ko');
		const text = textOf(korean);
		expect(text).toContain('15건 중 7건이 보존할 만합니다');
		expect(text).toContain('내장 테스트 모델의 결과이며, Gemma의 성능과 무관합니다.');
		for (const english of ['Verdict', 'The fifteen', 'right call', 'first token', 'Borderline zone', 'Show']) {
			expect(text).not.toContain(english);
		}
	});
});

describe('renderHtml of hostile words', () => {
	const page = renderHtml(reportedRun(hostileLog()), 'en');

	it('turns none into an element, an attribute or a script', () => {
		const tags = new Set(elements(page).map((element) => element.tagName));
		for (const tag of ['img', 'iframe', 'object', 'base', 'link', 'form']) expect(tags).not.toContain(tag);
		const scripts = elements(page).filter((element) => element.tagName === 'script');
		expect(scripts.filter((element) => attribute(element, 'type') === undefined)).toHaveLength(1);
		for (const element of elements(page)) for (const { name } of element.attrs) expect(name).not.toMatch(/^on/u);
	});

	it('shows them as text, cut with their length, and embeds them whole', () => {
		const text = textOf(page);
		expect(text).toContain('</script><script>globalThis.pwned = 1; alert(1)</script>');
		expect(text).toMatch(/characters in total/u);
		const long = HOSTILE_TEXTS.find((hostile) => hostile.length > 10_000) ?? '';
		expect(JSON.stringify(embedded(page))).toContain(long);
	});

	it('is well-formed Unicode without control characters', () => {
		expect(page.isWellFormed()).toBe(true);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is the point
		expect(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u.test(page)).toBe(false);
	});
});

describe('renderHtml of ten thousand samples', () => {
	const log = fixtureLog({ epochs: 667, frames: false });
	const page = renderHtml(reportedRun(log), 'en');

	it('stays under 1.5 KB a sample', () => {
		expect(log.samples.length).toBeGreaterThan(10_000);
		expect(Buffer.byteLength(page) / log.samples.length).toBeLessThan(1500);
	});

	it('keeps every sample in its data', () => {
		expect(embedded(page)).toHaveLength(log.samples.length);
	});
});

/** The embedded samples, plain or compressed. */
function embedded(page: string): readonly unknown[] {
	return elements(page)
		.filter((element) => attribute(element, 'id')?.startsWith('data-'))
		.flatMap((element) => {
			const value: unknown = JSON.parse(textIn(element));
			if (typeof value !== 'string') return value as unknown[];
			return JSON.parse(gunzipSync(Buffer.from(value, 'base64')).toString('utf8')) as unknown[];
		});
}
