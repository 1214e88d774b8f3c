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

	it('of an address is known by its place', () => {
		keepAddressSecrets('http://host/v1?api_key=value-of-key&x=1');
		keepAddressSecrets('redis://:pass%40word@host');
		expect(withoutSecrets('value-of-key, pass@word, pass%40word')).toBe('************, *********, ***********');
	});

	it.each([
		['redis://h?password=secret', 'redis://h?password=***'],
		['redis://:s3@cret@h:1/2', 'redis://h:1/2'],
		['https://me:you@h/v1?api_key=a&b=c#d', 'https://h/v1?api_key=***&b=c#d'],
		['https://h/@scope/file?page=2', 'https://h/@scope/file?page=2'],
	])('is not shown of %s', (address, shown) => {
		expect(withoutAddressSecrets(address)).toBe(shown);
	});

	it('too short to be one is left in every word that it is part of', () => {
		keepSecret('abc');
		expect(withoutSecrets('abcde')).toBe('abcde');
	});
});
