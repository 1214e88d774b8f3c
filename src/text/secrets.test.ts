import { describe, expect, it } from 'vitest';
import { keepAddressSecrets, keepSecret, withoutAddressSecrets, withoutAnySecrets, withoutSecrets } from './secrets.ts';

describe('a secret', () => {
	it('is masked by its value, wherever it stands, also where a stream has cut it', () => {
		keepSecret('sk-live-1234');
		const value = {
			type: 'sample',
			detail: 'Bearer sk-live-1234 refused',
			pieces: ['the key is sk-', 'live', '-1234!', ' ok'],
			events: [{ type: 'text', text: 'sk-live' }, { type: 'call' }, { type: 'text', text: '-1234' }],
			count: 3,
		};
		expect(withoutSecrets(value)).toEqual({
			type: 'sample',
			detail: 'Bearer ************ refused',
			pieces: ['the key is ***', '****', '*****!', ' ok'],
			events: [{ type: 'text', text: '*******' }, { type: 'call' }, { type: 'text', text: '*****' }],
			count: 3,
		});
	});

	it('is masked in the forms in which others repeat it', () => {
		const secret = 'Ab"cd\\ef/9?z한';
		keepSecret(secret);
		const base64 = (text: string, kind: 'base64' | 'base64url' = 'base64'): string => Buffer.from(text).toString(kind);
		const written = {
			json: JSON.stringify({ key: secret }),
			jsonTwice: JSON.stringify(JSON.stringify({ key: secret })),
			address: encodeURIComponent(secret),
			form: new URLSearchParams({ key: secret }).toString(),
			whole: base64(secret),
			url: base64(secret, 'base64url'),
		};
		expect(Object.values(withoutSecrets(written)).map((text) => text.replaceAll(/\*+/gu, '*'))).toEqual([
			'{"key":"*"}',
			'"{\\"key\\":\\"*\\"}"',
			'*',
			'key=*',
			'*',
			'*',
		]);
		// Its edges share a character with what stands beside it.
		for (const user of ['a:', 'ab:', 'abc:'])
			expect(withoutSecrets(base64(`${user}${secret}!!`))).toMatch(/^.{2,7}\*{18,}.{1,7}$/u);
	});

	it('of an address is known by its place', () => {
		keepAddressSecrets('http://host/v1?api_key=value-of-key&x=1');
		keepAddressSecrets('redis://:pass%40word@host');
		expect(withoutSecrets('value-of-key, pass@word, pass%40word')).toBe('************, *********, ***********');
	});

	it.each([
		['of another kind of reference', 'hf:user/repo:Q4?token=value-one', 'value-one'],
		['with a blank', 'https://me:value six@h/m.gguf', 'value six'],
		['as the user of one', 'hf:hf_value-two@user/repo', 'hf_value-two'],
		['that is no address', 'https://[bad?token=value-three', 'value-three'],
		['after a fragment', 'https://h/m.gguf#access_token=value-four', 'value-four'],
		['of a path that somebody took for one', 'models/m.gguf?token=value%2Dfive', 'value-five'],
	])('is known %s', (_, reference, secret) => {
		keepAddressSecrets(reference);
		expect(withoutSecrets(`401: ${secret} refused`)).toBe(`401: ${'*'.repeat(secret.length)} refused`);
	});

	it.each([
		['gemmark: hf:me:b@repo is no model', 'gemmark: hf:***@repo is no model'],
		['at https://a1@h/x?sig=b2, try again', 'at https://***@h/x?sig=***, try again'],
		['m.gguf?token=c3: not found', 'm.gguf?token=*** not found'],
		['what?page=2, see https://h/@scope/file', 'what?page=2, see https://h/@scope/file'],
		['C:\\Users\\me@work\\m.gguf', 'C:\\Users\\me@work\\m.gguf'],
	])('is hidden by its place: %s', (text, shown) => {
		expect(withoutAnySecrets(text)).toBe(shown);
	});

	it.each([
		['redis://h?password=secret', 'redis://h?password=***'],
		['redis://:s3@cret@h:1/2', 'redis://h:1/2'],
		['https://me:you@h/v1?api_key=a&b=c#d', 'https://h/v1?api_key=***&b=***#d'],
		['https://h/@scope/file', 'https://h/@scope/file'],
		['https://h/m.gguf?X-Amz-Signature=a1', 'https://h/m.gguf?X-Amz-Signature=***'],
		['what?page=2', 'what?page=2'],
		['https://h/m.gguf#token=a1', 'https://h/m.gguf#token=***'],
		['hf:user/repo:Q4_0?token=a1&rev=b', 'hf:user/repo:Q4_0?token=***&rev=***'],
		['hf:s3cret@user/repo', 'hf:user/repo'],
		['https://me:se cret@h x/m.gguf', 'https://h x/m.gguf'],
		['models/a@b.gguf?token=a1', 'models/a@b.gguf?token=***'],
	])('is not shown of %s', (address, shown) => {
		expect(withoutAddressSecrets(address)).toBe(shown);
	});

	it('too short to be one is left in every word that it is part of', () => {
		keepSecret('abc');
		expect(withoutSecrets('abcde')).toBe('abcde');
	});
});
