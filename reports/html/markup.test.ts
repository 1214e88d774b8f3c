import { describe, expect, it } from 'vitest';
import { html, jsonMarkup } from './markup.ts';

describe('html', () => {
	it('escapes every inserted string, in content and in attributes', () => {
		const hostile = `"><script>alert('&')</script>`;
		expect(html`<p title="${hostile}">${hostile}</p>`.source).toBe(
			'<p title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>',
		);
	});

	it('inserts markup as it is, lists in order and nothing for undefined and false', () => {
		expect(html`${[html`<b>1</b>`, 2]}${undefined}${false}`.source).toBe('<b>1</b>2');
	});

	it('shows control characters as pictures and lone surrogates as replacement characters', () => {
		expect(html`${'\u0000a\u001b[0m\ud800\u007f\u0085'}`.source).toBe('\u2400a\u241b[0m\ufffd\u2421\ufffd');
	});

	it('keeps line breaks, tabs, Hangul and emoji', () => {
		expect(html`${'한\r\n글\t👩‍👩‍👧'}`.source).toBe('한\n글\t👩‍👩‍👧');
	});
});

describe('jsonMarkup', () => {
	it('has no character that could end a script element and parses to the same value', () => {
		const value = { text: '</script><!-- <script>' };
		const { source } = jsonMarkup(JSON.stringify(value));
		expect(source).not.toContain('<');
		expect(JSON.parse(source)).toEqual(value);
	});
});
