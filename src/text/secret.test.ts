import { describe, expect, it } from 'vitest';
import { keepAddressSecrets, keepSecret, withoutAddressSecrets, withoutSecrets } from './secret.ts';

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
		const told = {
			json: JSON.stringify({ key: secret }),
			jsonTwice: JSON.stringify(JSON.stringify({ key: secret })),
			address: encodeURIComponent(secret),
			form: new URLSearchParams({ key: secret }).toString(),
			whole: base64(secret),
			url: base64(secret, 'base64url'),
		};
		expect(Object.values(withoutSecrets(told)).map((text) => text.replaceAll(/\*+/gu, '*'))).toEqual([
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
		['redis://h?password=secret', 'redis://h?password=***'],
		['redis://:s3@cret@h:1/2', 'redis://h:1/2'],
		['https://me:you@h/v1?api_key=a&b=c#d', 'https://h/v1?api_key=***&b=***#d'],
		['https://h/@scope/file', 'https://h/@scope/file'],
		['https://h/m.gguf?X-Amz-Signature=a1', 'https://h/m.gguf?X-Amz-Signature=***'],
		['what?page=2', 'what?page=2'],
	])('is not shown of %s', (address, shown) => {
		expect(withoutAddressSecrets(address)).toBe(shown);
	});

	it('too short to be one is left in every word that it is part of', () => {
		keepSecret('abc');
		expect(withoutSecrets('abcde')).toBe('abcde');
	});
});
