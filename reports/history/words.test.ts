import { expect, it } from 'vitest';
import { fieldValues } from './words.ts';

it("yes and no follow the page's language", () => {
	const said = (lang: 'en' | 'ko', reflection: boolean): string =>
		fieldValues({ 'settings.reflection': reflection }, ['settings.reflection'], lang);
	expect([said('ko', true), said('ko', false), said('en', false)].map((text) => text.split(' ').at(-1))).toEqual([
		'예',
		'아니요',
		'no',
	]);
});
