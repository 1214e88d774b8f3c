import { describe, expect, it } from 'vitest';
import { hostileLog } from '../fixture/fixture-hostile.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { renderJunit } from './render-junit.ts';

describe('renderJunit', () => {
	const xml = renderJunit(fixtureLog());

	it('has a testsuite per suite and arm, with the model and the miniature notice as properties', () => {
		expect(xml.match(/<testsuite name="[^"]*"/gu)).toEqual([
			'<testsuite name="prefix free"',
			'<testsuite name="frame free"',
			'<testsuite name="frame constrained"',
		]);
		expect(xml).toContain('<property name="model" value="gemmark-mini-q8_0.gguf"/>');
		expect(xml).toContain('not Gemma');
	});

	it('fails no prefix: a prefix that does not count is a measurement', () => {
		expect(xml).toContain('<testsuite name="prefix free" tests="15" failures="0" errors="0"');
		expect(xml).toContain('meaningful: false (echo)');
	});

	it('fails invalid frames with their reason', () => {
		expect(xml).toMatch(/<testsuite name="frame free" tests="40" failures="14"/u);
		expect(xml).toContain('<failure message="hard-avoid">');
	});

	it('reports a failing turn and a failing engine as errors', () => {
		const failing = renderJunit(hostileLog());
		expect(failing).toMatch(/errors="4"/u);
		expect(failing).toContain('<error type="engine"');
	});

	it('is well-formed whatever the log holds', () => {
		for (const text of [xml, renderJunit(hostileLog())]) {
			// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them
			expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u);
			expect(text.isWellFormed()).toBe(true);
			expect(unbalanced(text)).toEqual([]);
			expect(text).not.toMatch(/&(?!#\d+;)/u);
		}
	});
});

/** Elements left open or closed out of turn; attributes hold no `<` or `>`, because they are escaped. */
function unbalanced(xml: string): readonly string[] {
	const open: string[] = [];
	for (const [, close, name = '', empty] of xml.matchAll(/<(\/?)([\w-]+)[^<>]*?(\/?)>/gu)) {
		if (close === '/') {
			if (open.pop() !== name) return [...open, name];
		} else if (empty !== '/') open.push(name);
	}
	return open;
}
